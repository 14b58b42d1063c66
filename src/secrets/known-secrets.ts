/** The forms in which a log may contain a known secret. */
import { plainForm } from './readings.ts'
import type { Span } from './shapes.ts'

/** Shorter values are ordinary words. */
export const SHORTEST = 6

const STAR = 42
/** How much of a long secret is searched for first. */
const BEGINNING = 8

/** One form of a known secret, as bytes. */
export class Needle {
  readonly bytes: Buffer
  /** Masks may cover its stars, so the stars match anything. */
  readonly hasFreeStars: boolean
  readonly hasLineEnd: boolean
  /** Whether it is base64. Then the neighbouring characters may contain some of its bits. */
  readonly isBase64: boolean

  constructor(bytes: Buffer, isBase64 = false) {
    this.bytes = bytes
    this.isBase64 = isBase64
    const stars = bytes.filter((byte) => byte === STAR).length
    this.hasFreeStars = stars > 0 && bytes.length - stars >= SHORTEST
    this.hasLineEnd = bytes.includes(10) || bytes.includes(13)
  }

  /**
   * The first place, from `from` on, where the needle matches up
   * to the end of the text, so that later text may complete it.
   */
  begunIn(text: Buffer, from: number): number | null {
    const rare = this.bytes.subarray(0, this.hasFreeStars ? 0 : BEGINNING)
    let at = Math.max(from, text.length - this.bytes.length + 1)
    while (at < text.length) {
      if (rare.length > 0 && at + BEGINNING <= text.length) {
        const next = text.indexOf(rare, at)
        at = next < 0 ? text.length - BEGINNING + 1 : next
      }
      if (this.standsAt(text, at)) return at
      at += 1
    }
    return null
  }

  /** Whether it matches here, up to the end of the text. */
  standsAt(text: Uint8Array, at: number): boolean {
    const { bytes } = this
    const length = Math.min(bytes.length, text.length - at)
    for (let index = 0; index < length; index += 1) {
      if (text[at + index] !== bytes[index] && !(this.hasFreeStars && bytes[index] === STAR)) return false
    }
    return true
  }

  /** The span of the match, with the neighbouring characters if they may contain some of its bits. */
  withBorders(text: Uint8Array, at: number): Span {
    const to = at + this.bytes.length
    const isBorder = (place: number): boolean =>
      this.isBase64 && BASE64_CHARACTER.test(String.fromCharCode(text[place] ?? 0))
    return [isBorder(at - 1) ? at - 1 : at, isBorder(to) ? to + 1 : to]
  }
}

const BASE64_CHARACTER = /[A-Za-z0-9+/_-]/

/** All forms to search for. Escapes, colours and percent signs are resolved before, see `readings.ts`. */
export function needlesOf(secrets: readonly string[]): readonly Needle[] {
  const all = new Map<string, Needle>()
  const add = (bytes: Buffer, isBase64 = false): void => {
    const key = bytes.toString('latin1')
    if (!all.has(key)) all.set(key, new Needle(bytes, isBase64))
  }
  for (const secret of secrets) {
    if (secret.length < SHORTEST || /^\*+$/.test(secret)) continue
    const bytes = Buffer.from(secret)
    for (const form of [bytes, ...plainForms(secret, bytes), ...wideForms(secret), ...hexForms(bytes)])
      add(form)
    for (const form of base64Forms(bytes)) add(form, true)
  }
  return [...all.values()]
}

/** As in a form field, and with everything resolved that looks like an escape in the secret itself. */
function plainForms(secret: string, bytes: Buffer): readonly Buffer[] {
  const forms = [plainForm(bytes), Buffer.from(secret.replaceAll(' ', '+')), ...shellForms(secret)]
  return forms.filter((form) => form.length >= SHORTEST && form.some((byte) => byte !== STAR))
}

/**
 * Both byte orders of UTF-16. Without the zero at the border both
 * are equal for ASCII, and no neighbouring character is hit.
 */
function wideForms(secret: string): readonly Buffer[] {
  const wide = Buffer.from(secret, 'utf16le')
  const swapped = Buffer.from(wide).swap16()
  return [wide.subarray(0, wide.at(-1) === 0 ? -1 : wide.length), swapped.subarray(swapped[0] === 0 ? 1 : 0)]
}

/** In single quotes of a shell, a quote ends the quotes, is quoted separately, and starts them again. */
function shellForms(secret: string): readonly Buffer[] {
  if (!secret.includes("'")) return []
  const forms = ["'\\''", `'"'"'`].map((quote) => Buffer.from(secret.replaceAll("'", quote)))
  return forms.flatMap((form) => [form, plainForm(form)])
}

/** All digits in a row, and as in dumps, with separators between the bytes. */
function hexForms(bytes: Buffer): readonly Buffer[] {
  const hex = bytes.toString('hex')
  const dumps = [hex, ...[' ', ':'].map((between) => hex.replaceAll(/..(?!$)/g, `$&${between}`))]
  return dumps.flatMap((dump) => [Buffer.from(dump), Buffer.from(dump.toUpperCase())])
}

/**
 * The base64 characters that depend only on the secret, for all
 * three alignments to groups of three bytes, in both alphabets.
 */
function base64Forms(bytes: Buffer): readonly Buffer[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    const from = Math.ceil((8 * before) / 6)
    const to = Math.floor((8 * whole.length) / 6)
    const forms = [whole.toString('base64'), whole.toString('base64url')]
    return forms.map((form) => Buffer.from(form.slice(from, to)))
  })
}
