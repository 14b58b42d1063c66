/**
 * A log as a person reads it: without colours, with escapes and percent signs resolved.
 *
 * A1 Every byte of a reading knows which bytes of the log it represents, so that a secret found in a reading can be
 * masked in the log.
 * A2 A reading resolves one level. The next reading of it resolves the next level.
 * A3 No resolved sequence crosses a line end, and making a reading is linear.
 */
import {
  brokenLength,
  controlLength,
  nextBroken,
  nextControl,
  nextEscape,
  nextSpecial,
  resolveEscape,
  resolveEscapes,
} from './escapes.ts'
import type { Span } from './shapes.ts'

/**
 * How many bytes of the parent three bytes of a piece represent. In a piece that represents something as a whole,
 * each byte represents all of it.
 */
export const LITERAL = 3
const WHOLE = 0
export const BASE64 = 4
export const HEX = 6
type Ratio = typeof LITERAL | typeof WHOLE | typeof BASE64 | typeof HEX

/** The pieces of a reading. */
export class Pieces {
  /** The start of each piece in the reading, and its start and end in the parent. */
  readonly #at: number[] = []
  readonly #from: number[] = []
  readonly #to: number[] = []
  readonly #ratio: number[] = []

  add(at: number, from: number, to: number, ratio: Ratio): void {
    this.#at.push(at)
    this.#from.push(from)
    this.#to.push(to)
    this.#ratio.push(ratio)
  }

  get isEmpty(): boolean {
    return this.#at.length === 0
  }

  /** The span of the parent that a span of the reading represents. */
  inParent([from, to]: Span): Span {
    const [first, last] = [this.#indexOf(from), this.#indexOf(to - 1)]
    return [this.#start(first, from), this.#end(last, to)]
  }

  /** Whether something was left out right before this place. */
  isGapBefore(place: number): boolean {
    const index = this.#indexOf(place)
    return this.#at[index] === place && index > 0 && this.#from[index] !== this.#to[index - 1]
  }

  #start(index: number, place: number): number {
    const offset = Math.floor(((place - (this.#at[index] ?? 0)) * (this.#ratio[index] ?? 0)) / 3)
    return Math.min((this.#from[index] ?? 0) + offset, this.#to[index] ?? 0)
  }

  #end(index: number, place: number): number {
    const to = this.#to[index] ?? 0
    const ratio = this.#ratio[index] ?? 0
    if (ratio === WHOLE) return to
    const offset = Math.ceil(((place - (this.#at[index] ?? 0)) * ratio) / 3)
    return Math.min((this.#from[index] ?? 0) + offset, to)
  }

  /** The piece that contains a place. */
  #indexOf(place: number): number {
    let [low, high] = [0, this.#at.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#at[middle] ?? 0) <= place) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** Some bytes, and the reading that they were decoded from. */
export class Reading {
  readonly bytes: Buffer
  readonly #parent: Reading | null
  #pieces: Pieces | (() => Pieces) | null
  #text: string | null = null

  /** Pieces may be made later: most readings contain no secret, so their origin is never needed. */
  constructor(bytes: Buffer, parent: Reading | null = null, pieces: Pieces | (() => Pieces) | null = null) {
    this.bytes = bytes
    this.#parent = parent
    this.#pieces = pieces
  }

  /** One character per byte. Made on demand: most bytes are never read as text. */
  get text(): string {
    this.#text ??= this.bytes.toString('latin1')
    return this.#text
  }

  /** The position of a span in the original bytes. */
  inLog(span: Span): Span {
    if (typeof this.#pieces === 'function') this.#pieces = this.#pieces()
    const above = this.#pieces?.inParent(span) ?? span
    return this.#parent?.inLog(above) ?? above
  }

  /** Whether something was left out right before this place. */
  isGapBefore(place: number): boolean {
    // Only a reading with gaps has pieces from the start.
    return this.#pieces instanceof Pieces && this.#pieces.isGapBefore(place)
  }
}

/**
 * The bytes without terminal colours or, if there are none, with one level of escapes and percent signs resolved;
 * null if there is nothing to resolve. Colours are removed first, because they may be inside an escape. Incomplete
 * colours are removed last, because an escape inside may complete them.
 */
export function readPlainly(parent: Reading): Reading | null {
  if (nextSpecial(parent.bytes, 0) === parent.bytes.length) return null
  return (
    readWithout(parent, nextControl, controlLength) ??
    readResolved(parent) ??
    readWithout(parent, nextBroken, brokenLength)
  )
}

function readResolved(parent: Reading): Reading | null {
  const bytes = resolveEscapes(parent.bytes)
  return bytes === null ? null : new Reading(bytes, parent, () => resolvedPieces(parent.bytes))
}

function resolvedPieces(bytes: Buffer): Pieces {
  const pieces = new Pieces()
  let [length, done] = [0, 0]
  const takeUntil = (to: number): void => {
    if (to > done) pieces.add(length, done, to, LITERAL)
    length += to - done
  }
  for (let at = nextEscape(bytes, 0); at < bytes.length; at = nextEscape(bytes, Math.max(done, at + 1))) {
    const found = resolveEscape(bytes, at)
    if (found === null) continue
    takeUntil(at)
    done = at + found.length
    pieces.add(length, at, done, WHOLE)
    length += found.bytes.length
  }
  takeUntil(bytes.length)
  return pieces
}

/** The bytes without some sequences; null if there are none. */
function readWithout(
  parent: Reading,
  next: (bytes: Buffer, from: number) => number,
  lengthOf: (bytes: Buffer, at: number) => number,
): Reading | null {
  const { bytes } = parent
  let out: Buffer | null = null
  const pieces = new Pieces()
  let [length, done] = [0, 0]
  for (let at = next(bytes, 0); ; at = next(bytes, Math.max(done, at + 1))) {
    const left = at === bytes.length ? 0 : lengthOf(bytes, at)
    if (left === 0 && at < bytes.length) continue
    if (left === 0 && out === null) return null
    out ??= Buffer.allocUnsafe(bytes.length)
    if (at > done) pieces.add(length, done, at, LITERAL)
    length += bytes.copy(out, length, done, at)
    done = at + left
    if (left === 0) return new Reading(out.subarray(0, length), parent, pieces)
  }
}

/** The number of levels that are resolved. */
export const MOST_LEVELS = 8

/** Bytes with all levels resolved. */
export function plainForm(bytes: Buffer): Buffer {
  let reading = new Reading(bytes)
  for (let level = 0; level < MOST_LEVELS; level += 1) reading = readPlainly(reading) ?? reading
  return reading.bytes
}

/**
 * The role of a byte in UTF-8 text: invalid, a character, a
 * continuation, or the start of a sequence of this many bytes.
 */
const [NO_TEXT, CHARACTER, CONTINUATION] = [0, 1, 9]
const isText = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0xf5 || byte === 0xc0 || byte === 0xc1 || byte === 127) return NO_TEXT
  if (byte >= 0xc0) return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
  if (byte >= 0x80) return CONTINUATION
  return byte >= 32 || byte === 9 || byte === 10 || byte === 13 || byte === 27 ? CHARACTER : NO_TEXT
})

/** Accepts bytes as long as they are text. */
export class TextCheck {
  /** Whether a text can start with this byte. */
  static mayStart(byte: number): boolean {
    return (isText[byte] ?? NO_TEXT) !== NO_TEXT
  }

  #wanted = 0

  accepts(byte: number): boolean {
    const role = isText[byte] ?? NO_TEXT
    if (role === NO_TEXT || (role === CONTINUATION) !== this.#wanted > 0) return false
    this.#wanted = role === CONTINUATION ? this.#wanted - 1 : role - 1
    return true
  }
}
