import type { Finder, Found } from './secret-reading.ts'
import { LOOK_BACK } from './secret-shapes.ts'

/** Text is made of so many bytes at once where little of it is looked at. */
const PIECE = 2048

/**
 * A part of a log as text, one character for each byte; places are counted from the log's beginning. Text is made
 * only where somebody looks: most of a log is never turned into text.
 */
export class SecretView {
  readonly from: number
  readonly end: number
  /** The log ends with it. */
  readonly isLast: boolean
  readonly #makeBytes: () => Buffer
  #made: Buffer | null = null
  #text: string | null = null
  #piece = ''
  #pieceFrom = 0

  constructor(part: Pick<SecretView, 'from' | 'end' | 'isLast'>, makeBytes: () => Buffer) {
    this.from = part.from
    this.end = part.end
    this.isLast = part.isLast
    this.#makeBytes = makeBytes
  }

  get #bytes(): Buffer {
    this.#made ??= this.#makeBytes()
    return this.#made
  }

  get text(): string {
    this.#text ??= this.#bytes.toString('latin1')
    return this.#text
  }

  /** The same bytes, changed, until a place. */
  changed(end: number, change: (bytes: Buffer, from: number) => void): SecretView {
    return new SecretView({ from: this.from, end, isLast: this.isLast }, () => {
      const bytes = Buffer.from(this.#bytes.subarray(0, end - this.from))
      change(bytes, this.from)
      return bytes
    })
  }

  /** What begins at a place. */
  find(start: number, finder: Finder): Found | null {
    this.#lookAt(start, start + finder.reach)
    const found = finder.findAt(this.#piece, start - this.#pieceFrom)
    if (found === null) return null
    // What comes close to the end of a piece may go on behind it.
    const isWhole = this.#pieceFrom + this.#piece.length === this.end
    if (isWhole || found.next + 2 <= this.#piece.length) return moved(found, this.#pieceFrom)
    const longer = finder.findAt(this.text, start - this.from)
    return longer && moved(longer, this.from)
  }

  #lookAt(from: number, to: number): void {
    const end = Math.min(to, this.end)
    if (from - LOOK_BACK >= this.#pieceFrom && end <= this.#pieceFrom + this.#piece.length) return
    this.#pieceFrom = Math.max(this.from, from - LOOK_BACK)
    // Twice as far, so that many looks one behind the other share it.
    const last = Math.max(2 * end - from, this.#pieceFrom + PIECE)
    const isMost = last - this.#pieceFrom > (this.end - this.from) / 2
    if (isMost) [this.#pieceFrom, this.#piece] = [this.from, this.text]
    else this.#piece = this.#bytes.toString('latin1', this.#pieceFrom - this.from, last - this.from)
  }
}

const moved = ({ secret, next }: Found, by: number): Found => ({
  secret: secret && [secret[0] + by, secret[1] + by],
  next: next + by,
})
