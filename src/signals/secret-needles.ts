/** Shorter values are words that a text needs. */
export const SHORTEST = 6

const prepared = new WeakMap<readonly string[], readonly string[]>()

/** Each secret as it is, and as JSON, JSON in JSON and URLs write it. */
export function needlesOf(secrets: readonly string[]): readonly string[] {
  const known = prepared.get(secrets)
  if (known !== undefined) return known
  const needles = new Set<string>()
  for (const secret of secrets) {
    if (secret.length < SHORTEST || /^\*+$/.test(secret)) continue
    const inJson = JSON.stringify(secret).slice(1, -1)
    const inUrl = encodeURIComponent(secret.toWellFormed())
    for (const form of [
      secret,
      inJson,
      JSON.stringify(inJson).slice(1, -1),
      inUrl,
      inUrl.replaceAll('%20', '+'),
    ]) {
      needles.add(form)
    }
  }
  const all = [...needles]
  prepared.set(secrets, all)
  return all
}

const STAR = 42
/** Of a long one so much is searched for first. */
const BEGINNING = 8

/** A known secret in bytes. */
export class Needle {
  readonly bytes: Buffer
  /** Masks may stand in for what lies under its stars, so these are compared with nothing. */
  readonly hasFreeStars: boolean
  readonly hasLineEnd: boolean

  constructor(bytes: Buffer) {
    this.bytes = bytes
    const stars = bytes.filter((byte) => byte === STAR).length
    this.hasFreeStars = stars > 0 && bytes.length - stars >= SHORTEST
    this.hasLineEnd = bytes.includes(10) || bytes.includes(13)
  }

  /** Where, from `from` to before `to`, it stands as far as the text goes. */
  begunIn(text: Buffer, from: number, to: number): number | null {
    const rare = this.bytes.subarray(0, this.hasFreeStars ? 0 : BEGINNING)
    let at = Math.max(from, text.length - this.bytes.length + 1)
    while (at < to) {
      if (rare.length > 0 && at + BEGINNING <= text.length) {
        const next = text.indexOf(rare, at)
        at = next < 0 ? text.length - BEGINNING + 1 : next
        if (at >= to) return null
      }
      if (this.standsAt(text, at, text.length)) return at
      at += 1
    }
    return null
  }

  /** Does it stand here, or as much of it as there is before `end`? */
  standsAt(text: Uint8Array, at: number, end: number): boolean {
    const { bytes } = this
    const length = Math.min(bytes.length, end - at)
    for (let index = 0; index < length; index += 1) {
      if (text[at + index] !== bytes[index] && !(this.hasFreeStars && bytes[index] === STAR)) return false
    }
    return true
  }
}

/** Known secrets as a log may hold them: in UTF-8, and in both orders of UTF-16. */
export function byteNeedlesOf(secrets: readonly string[]): readonly Needle[] {
  const all = new Map<string, Needle>()
  for (const text of needlesOf(secrets)) {
    const wide = Buffer.from(text, 'utf16le')
    const swapped = Buffer.from(wide).swap16()
    // Without a zero at the border both orders of ASCII are the same, and no character beside it is hit.
    const bothOrders = [
      wide.subarray(0, wide.at(-1) === 0 ? -1 : wide.length),
      swapped.subarray(swapped[0] === 0 ? 1 : 0),
    ]
    for (const bytes of [Buffer.from(text), ...bothOrders]) {
      all.set(bytes.toString('latin1'), new Needle(bytes))
    }
  }
  return [...all.values()]
}
