/**
 * Finds the places in a long text where a secret may stand. Every secret holds a literal, its anchor. Three bytes of
 * each anchor are looked up in a small table for every place of the text; all else is decided at the few places that
 * pass.
 */

/** A piece of text that every secret of one kind holds. With `anyCase` it is written in lower case. */
export type Anchor<Kind> = { readonly kind: Kind; readonly literal: Uint8Array; readonly anyCase: boolean }

/** An anchor may begin `offset` bytes before the three. */
type Place<Kind> = { readonly kind: Kind; readonly offset: number }

/** Bytes of logs, the most frequent first. */
const FREQUENT = 'e "tsaorni:d-clmp,01u_f2\n4.3/b67hg=9y85k[{}vIwx\\ED)T(RjFN\']SOCAJMzqU;P>LZHVQBW|'

/** About how often each byte stands in a log. */
const BYTE_WEIGHTS = new Float64Array(256).fill(0.001)
for (let rank = 0; rank < FREQUENT.length; rank += 1)
  BYTE_WEIGHTS[FREQUENT.charCodeAt(rank)] = 0.5 / (rank + 7)

const STAR = 42
/** Stars may stand for anything, so they are avoided. */
const STAR_WEIGHT = 1000

const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122
const MULTIPLIER = 0x9e_37_79_b1
const hashOf = (trigram: number): number => Math.imul(trigram, MULTIPLIER) >>> 17
const SLOTS = 1 << 15

function weightOf(byte: number, anyCase: boolean): number {
  if (byte === STAR) return STAR_WEIGHT
  const weight = BYTE_WEIGHTS[byte] ?? 0
  return anyCase && isLetter(byte) ? weight + (BYTE_WEIGHTS[byte ^ 32] ?? 0) : weight
}

/** Where the rarest three bytes begin. */
function rarestIn({ literal, anyCase }: Anchor<unknown>): number {
  const weightAt = (at: number): number => weightOf(literal[at] ?? 0, anyCase)
  let best = 0
  let least = Infinity
  for (let at = 0; at + 3 <= literal.length; at += 1) {
    const weight = weightAt(at) * weightAt(at + 1) * weightAt(at + 2)
    if (weight < least) [best, least] = [at, weight]
  }
  return best
}

/** All ways to write the three bytes, the first byte lowest. */
function variantsOf({ literal, anyCase }: Anchor<unknown>, at: number): readonly number[] {
  let variants: readonly number[] = [0]
  for (let index = 0; index < 3; index += 1) {
    const byte = literal[at + index] ?? 0
    const cases = anyCase && isLetter(byte) ? [byte & ~32, byte] : [byte]
    variants = variants.flatMap((start) => cases.map((one) => start | (one << (8 * index))))
  }
  return variants
}

/** Looks for anchors. None is shorter than three bytes. */
export class AnchorScan<Kind> {
  readonly #isUsed = new Uint8Array(SLOTS)
  readonly #places = new Map<number, Place<Kind>[]>()

  constructor(anchors: readonly Anchor<Kind>[]) {
    for (const anchor of anchors) {
      const offset = rarestIn(anchor)
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

  /** Calls `found` for every place where an anchor may begin, in the order of their three bytes. */
  scan(bytes: Uint8Array, found: (kind: Kind, at: number) => void): void {
    for (let at = this.#nextUsed(bytes, 0); at >= 0; at = this.#nextUsed(bytes, at + 1)) {
      const three = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
      for (const { kind, offset } of this.#places.get(hashOf(three)) ?? []) {
        if (at >= offset) found(kind, at - offset)
      }
    }
  }

  /** The next place whose three bytes may be those of an anchor; -1 where there is none. */
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
