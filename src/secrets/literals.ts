/**
 * Literal bytes: the forms in which a log may contain a known secret, and the search for literals in a long text.
 */
import { plainForm } from './readings.ts'
import type { Span } from './shapes.ts'

const STAR = 42

/** Shorter values are ordinary words. */
export const SHORTEST = 6

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

/** A literal that every secret of one kind contains. With `anyCase` it is given in lower case. */
export type Anchor<Kind> = { readonly kind: Kind; readonly literal: Uint8Array; readonly anyCase: boolean }

/** The anchor may start `offset` bytes before the three bytes. */
type Place<Kind> = { readonly kind: Kind; readonly offset: number }

const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122
const MULTIPLIER = 0x9e_37_79_b1
const hashOf = (trigram: number): number => Math.imul(trigram, MULTIPLIER) >>> 17
const SLOTS = 1 << 15

/** The start of the first three bytes without stars: a star matches any byte. */
function firstThreeIn({ literal }: Anchor<unknown>): number {
  for (let at = 0; at + 3 <= literal.length; at += 1)
    if (!literal.subarray(at, at + 3).includes(STAR)) return at
  return 0
}

/** All spellings of the three bytes, with the first byte lowest. */
function variantsOf({ literal, anyCase }: Anchor<unknown>, at: number): readonly number[] {
  let variants: readonly number[] = [0]
  for (let index = 0; index < 3; index += 1) {
    const byte = literal[at + index] ?? 0
    const cases = anyCase && isLetter(byte) ? [byte & ~32, byte] : [byte]
    variants = variants.flatMap((start) => cases.map((one) => start | (one << (8 * index))))
  }
  return variants
}

/**
 * Finds the places in a long text where a secret may be. For every place of the text, three bytes are looked up in a
 * small table. The expensive checks run only at the few places that pass. An anchor has at least three bytes.
 */
export class AnchorScan<Kind> {
  readonly #isUsed = new Uint8Array(SLOTS)
  readonly #places = new Map<number, Place<Kind>[]>()

  constructor(anchors: readonly Anchor<Kind>[]) {
    for (const anchor of anchors) {
      const offset = firstThreeIn(anchor)
      const slots = new Set(variantsOf(anchor, offset).map(hashOf))
      for (const slot of slots) this.#add(slot, { kind: anchor.kind, offset })
    }
  }

  #add(slot: number, place: Place<Kind>): void {
    const places = this.#places.get(slot)
    if (places === undefined) this.#places.set(slot, [place])
    else places.push(place)
    this.#isUsed[slot] = 1
  }

  /** Calls `found` for every place where an anchor may start, in the order of their three bytes. */
  scan(bytes: Uint8Array, found: (kind: Kind, at: number) => void): void {
    for (let at = this.#nextUsed(bytes, 0); at >= 0; at = this.#nextUsed(bytes, at + 1)) {
      const three = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
      for (const { kind, offset } of this.#places.get(hashOf(three)) ?? []) {
        if (at >= offset) found(kind, at - offset)
      }
    }
  }

  /** The next place whose three bytes may belong to an anchor; -1 if there is none. */
  #nextUsed(bytes: Uint8Array, from: number): number {
    const isUsed = this.#isUsed
    const end = bytes.length
    if (from + 3 > end) return -1
    let three = ((bytes[from] ?? 0) << 8) | ((bytes[from + 1] ?? 0) << 16)
    for (let at = from + 2; at < end; at += 1) {
      three = (three >>> 8) | ((bytes[at] ?? 0) << 16)
      if (isUsed[Math.imul(three, MULTIPLIER) >>> 17] !== 0) return at - 2
    }
    return -1
  }
}
