/** The position of a secret: bytes from the start of a log, without `to`. */
export type ByteSpan = { readonly from: number; readonly to: number }

/** More spans would take too much memory for a supervisor. Then the bytes between close spans are masked too. */
const MOST = 1_000_000

/** Spans in order that do not touch, in sixteen bytes each. */
export class SecretSpanList {
  readonly #most: number
  #bounds = new Float64Array(32)
  #length = 0
  /** Spans with at most this many bytes between them are merged. */
  #gap = 0

  constructor(most: number = MOST) {
    this.#most = most
  }

  /** Must be called in the order of `from`. A later span may also cover earlier ones. */
  add(from: number, to: number): void {
    let [start, end] = [from, to]
    while (this.#length > 0 && (this.#bounds[this.#length - 1] ?? 0) + this.#gap >= start) {
      start = Math.min(start, this.#bounds[this.#length - 2] ?? 0)
      end = Math.max(end, this.#bounds[this.#length - 1] ?? 0)
      this.#length -= 2
    }
    this.#append(start, end)
    while (this.#length > 2 * this.#most) this.#coarsen()
  }

  #append(from: number, to: number): void {
    if (this.#length === this.#bounds.length) {
      const wider = new Float64Array(2 * this.#length)
      wider.set(this.#bounds)
      this.#bounds = wider
    }
    this.#bounds[this.#length] = from
    this.#bounds[this.#length + 1] = to
    this.#length += 2
  }

  #coarsen(): void {
    const spans = this.#bounds.subarray(0, this.#length).slice()
    this.#gap = Math.max(16, 2 * this.#gap)
    this.#length = 0
    for (let index = 0; index < spans.length; index += 2) this.add(spans[index] ?? 0, spans[index + 1] ?? 0)
  }

  all(): readonly ByteSpan[] {
    return Array.from({ length: this.#length / 2 }, (_, index) => ({
      from: this.#bounds[2 * index] ?? 0,
      to: this.#bounds[2 * index + 1] ?? 0,
    }))
  }

  /** Drops spans that end at or before a place. */
  dropUntil(place: number): void {
    let index = 0
    while (index < this.#length && (this.#bounds[index + 1] ?? 0) <= place) index += 2
    this.#bounds.copyWithin(0, index, this.#length)
    this.#length -= index
  }
}
