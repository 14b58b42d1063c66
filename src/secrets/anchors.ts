/**
 * Finds the places in a long text where a secret may be. Every secret contains a literal, its anchor. For every place
 * of the text, three bytes are looked up in a small table. The expensive checks run only at the few places that pass.
 */

/** A literal that every secret of one kind contains. With `anyCase` it is given in lower case. */
export type Anchor<Kind> = { readonly kind: Kind; readonly literal: Uint8Array; readonly anyCase: boolean }

/** The anchor may start `offset` bytes before the three bytes. */
type Place<Kind> = { readonly kind: Kind; readonly offset: number }

const STAR = 42
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

/** Searches for anchors. An anchor has at least three bytes. */
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
