import { fstatSync, readSync } from 'node:fs'
import { newReadBuffer } from '../signals/bytes/read-buffer.ts'
import type { SignalReader } from '../signals/reader.ts'
import type { SecretSpans } from '../secrets/secret-spans.ts'

/** The longest time that reading blocks the event loop. Limits, signals and other runs need their turn. */
const MOST_MS = 20
const MOST_AT_ONCE = 16 * 1024 * 1024
/** Chunks get smaller if the output is slow to read, so that one chunk takes no longer than a slice. */
const SMALLEST_PIECE = 16 * 1024

const NEWEST_BYTES = 4096

/** All tails of a process share this buffer. None keeps it across a turn of the event loop. */
let shared: Buffer | null = null

/** Follows the log of a run through a separate descriptor, which stays valid if the file is renamed or deleted. */
export class LogTail {
  readonly #file: number
  readonly #reader: SignalReader
  readonly #spans: SecretSpans
  #offset: number
  #pieceBytes = SMALLEST_PIECE
  /** The newest output, for callers that check whether it contains something new. */
  newest = ''
  /** True while the last line is not complete. */
  isInsideLine = false

  constructor(file: number, from: number, reader: SignalReader, spans: SecretSpans) {
    this.#file = file
    this.#offset = from
    this.#reader = reader
    this.#spans = spans
  }

  get offset(): number {
    return this.#offset
  }

  /** Reads what was written since the last call. `done` is false if there may be more. `end` is where to stop. */
  read(end: number = Infinity): { readonly bytes: number; readonly done: boolean } {
    const buffer = (shared ??= newReadBuffer())
    const startedAt = performance.now()
    let total = 0
    this.newest = ''
    for (let now = startedAt; total < MOST_AT_ONCE && now - startedAt < MOST_MS;) {
      const wanted = Math.min(buffer.length, this.#pieceBytes, end - this.#offset)
      const bytes = wanted <= 0 ? 0 : readSync(this.#file, buffer, 0, wanted, this.#offset)
      if (bytes === 0) return { bytes: total, done: true }
      const chunk = buffer.subarray(0, bytes)
      this.#reader.push(chunk)
      this.#spans.push(chunk)
      this.isInsideLine = chunk[bytes - 1] !== 10
      this.newest = chunk.subarray(Math.max(0, bytes - NEWEST_BYTES)).toString('latin1')
      this.#offset += bytes
      total += bytes
      const tookMs = performance.now() - now
      now += tookMs
      this.#adaptPiece(tookMs, buffer.length)
    }
    return { bytes: total, done: false }
  }

  #adaptPiece(tookMs: number, most: number): void {
    const factor = tookMs > MOST_MS / 2 ? 0.5 : tookMs < MOST_MS / 8 ? 2 : 1
    this.#pieceBytes = Math.min(most, Math.max(SMALLEST_PIECE, this.#pieceBytes * factor))
  }

  /** Reads everything up to `end` in slices. `between` is called after each slice. */
  async readAll(end: number = Infinity, between: () => void = () => undefined): Promise<void> {
    while (!this.read(end).done) {
      between()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  size(): number {
    return fstatSync(this.#file).size
  }
}
