/** Counts every byte that is copied here. Tests measure with it how the cost of reading grows. */
export const copying = { bytes: 0 }

/** Memory is reused up to this size: allocating it for every line costs more than reading the line. */
const KEPT_BYTES = 1024 * 1024

/** Bytes that arrive in chunks. Each byte is copied a fixed number of times, even if the chunks are small. */
export class GrowingBytes {
  #storage: Buffer = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** A view that is valid until the next change. */
  get bytes(): Buffer {
    return this.#storage.subarray(0, this.#length)
  }

  add(piece: Buffer): void {
    const needed = this.#length + piece.length
    if (needed > this.#storage.length) {
      const wider = Buffer.allocUnsafeSlow(Math.max(needed, this.#storage.length * 2))
      this.#storage.copy(wider, 0, 0, this.#length)
      copying.bytes += this.#length
      this.#storage = wider
    }
    piece.copy(this.#storage, this.#length)
    copying.bytes += piece.length
    this.#length = needed
  }

  dropFirst(count: number): void {
    this.#storage.copyWithin(0, count, this.#length)
    this.#length -= count
    copying.bytes += this.#length
  }

  /** Starts again, in the same memory unless it grew too large to keep. */
  clear(): void {
    if (this.#storage.length > KEPT_BYTES) this.#storage = Buffer.alloc(0)
    this.#length = 0
  }
}
