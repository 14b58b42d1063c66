/** The last bytes of a log, which is too large to be kept; places are counted from its beginning. */
export class SecretWindow {
  #storage: Buffer = Buffer.alloc(0)
  #from = 0
  #end = 0
  /** No line ends between these. */
  #clear = { from: 0, to: 0 }

  /** The bytes, the first of which stands at `from`; good until more come. */
  get bytes(): Buffer {
    return this.#storage.subarray(0, this.#end - this.#from)
  }

  get from(): number {
    return this.#from
  }

  get end(): number {
    return this.#end
  }

  /** Adds bytes; what lies before `needed` may be forgotten to make room. */
  add(piece: Uint8Array, needed: number): void {
    let length = this.#end - this.#from
    if (length + piece.length > this.#storage.length) {
      const unneeded = Math.max(0, needed - this.#from)
      const room = length - unneeded + piece.length
      // At most half full afterwards, so that moving what is needed stays rare.
      const storage = 2 * room > this.#storage.length ? Buffer.allocUnsafeSlow(2 * room) : this.#storage
      this.#storage.copy(storage, 0, unneeded, length)
      this.#storage = storage
      this.#from += unneeded
      length -= unneeded
    }
    this.#storage.set(piece, length)
    this.#end += piece.length
  }

  isLineStart(place: number): boolean {
    return place === 0 || isLineEnd(this.#storage[place - 1 - this.#from])
  }

  /** Behind the last end of a line before `place`, or `least`. */
  lineStart(place: number, least: number): number {
    let start = place
    while (start > least && !isLineEnd(this.#storage[start - 1 - this.#from])) start -= 1
    return start
  }

  /** The first end of a line from `place` on, or `most`, or the end; quick where places only grow. */
  lineEnd(place: number, most: number): number {
    const last = Math.min(most, this.#end)
    const isKnown = place >= this.#clear.from && place <= this.#clear.to
    let end = isKnown ? this.#clear.to : place
    while (end < last && !isLineEnd(this.#storage[end - this.#from])) end += 1
    this.#clear = { from: isKnown ? this.#clear.from : place, to: end }
    return Math.min(end, last)
  }
}

const isLineEnd = (byte: number | undefined): boolean => byte === 10 || byte === 13
