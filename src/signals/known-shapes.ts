/**
 * The shapes of all lines of good runs, as a set of 64-bit hashes.
 *
 * Q1 Memory is bounded: at most MOST_SHAPES are kept, 8 bytes each, in a table that is at most half full. Q2 A set
 * that had to drop a shape calls no line new: a line is new only if no good run can contain it.
 */
import { shapeOf } from './line-shape.ts'

/** 4 MiB of hashes. A log of a hundred megabytes has a few thousand shapes. Input with more shapes is not a log. */
export const MOST_SHAPES = 262_144
const FIRST_SLOTS = 1024

/** The two halves of a hash. */
type Hash = { readonly high: number; readonly low: number }

export class KnownShapes {
  #slots = new Uint32Array(2 * FIRST_SLOTS)
  #size = 0
  #isFull = false

  /** The number of different shapes. */
  get size(): number {
    return this.#size
  }

  /** Can this set tell what is new? An empty set cannot, and a set that dropped shapes cannot (Q2). */
  get canTell(): boolean {
    return this.#size > 0 && !this.#isFull
  }

  add(line: string): void {
    const shape = shapeOf(line)
    if (shape === '' || this.#isFull) return
    const hash = hashOf(shape)
    const slot = slotOf(this.#slots, hash)
    if (isTaken(this.#slots, slot)) return
    if (this.#size >= MOST_SHAPES) {
      this.#isFull = true
      return
    }
    put(this.#slots, slot, hash)
    this.#size += 1
    if (this.#size * 4 > this.#slots.length) this.#grow()
  }

  /** A line that consists only of wildcards counts as known. */
  has(line: string): boolean {
    const shape = shapeOf(line)
    return shape === '' || isTaken(this.#slots, slotOf(this.#slots, hashOf(shape)))
  }

  #grow(): void {
    const slots = new Uint32Array(2 * this.#slots.length)
    for (let at = 0; at < this.#slots.length; at += 2) {
      const hash = { high: this.#slots[at] ?? 0, low: this.#slots[at + 1] ?? 0 }
      if (isTaken(this.#slots, at)) put(slots, slotOf(slots, hash), hash)
    }
    this.#slots = slots
  }
}

/** Two FNV-1a hashes with different primes. Neither half is 0, because 0 marks an empty slot. */
function hashOf(shape: string): Hash {
  let high = 0x81_1c_9d_c5
  let low = 0x9e_37_79_b9
  for (let at = 0; at < shape.length; at += 1) {
    const code = shape.charCodeAt(at)
    high = Math.imul(high ^ code, 0x01_00_01_93)
    low = Math.imul(low ^ code, 0x85_eb_ca_6b)
    low ^= low >>> 13
  }
  return { high: high >>> 0 || 1, low: low >>> 0 || 1 }
}

/** The slot that holds the hash, or the empty slot for it. */
function slotOf(slots: Uint32Array, { high, low }: Hash): number {
  const most = slots.length / 2 - 1
  let at = (high ^ (high >>> 15) ^ low) & most
  while (isTaken(slots, 2 * at) && (slots[2 * at] !== high || slots[2 * at + 1] !== low)) at = (at + 1) & most
  return 2 * at
}

const isTaken = (slots: Uint32Array, slot: number): boolean => slots[slot] !== 0

function put(slots: Uint32Array, slot: number, { high, low }: Hash): void {
  slots[slot] = high
  slots[slot + 1] = low
}
