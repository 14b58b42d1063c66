import { fstatSync, readSync } from 'node:fs'
import { countingBuffer } from '../signals/bytes/count-newlines.ts'
import type { SignalReader } from '../signals/reader.ts'
import type { SecretSpans } from '../signals/secret-spans.ts'

/** Reading goes on without giving way for so long at most: signals and other runs want their turn. */
const MOST_AT_ONCE = 16 * 1024 * 1024

const NEWEST_BYTES = 4096

/** All tails of a process share it: nobody keeps it over a turn of the loop. */
let shared: Buffer | null = null

/** Follows the log of a run through its own descriptor, which stays good when the name is gone. */
export class LogTail {
  readonly #file: number
  readonly #reader: SignalReader
  readonly #spans: SecretSpans
  #offset: number
  /** The newest output, for those who look whether it says anything new. */
  newest = ''
  /** The last line is not ended yet. */
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

  /** Reads what was written meanwhile; `false` where there may be more. `end` is where to stop. */
  read(end: number = Infinity): { readonly bytes: number; readonly done: boolean } {
    const buffer = (shared ??= countingBuffer())
    let total = 0
    this.newest = ''
    while (total < MOST_AT_ONCE) {
      const wanted = Math.min(buffer.length, end - this.#offset)
      const bytes = wanted <= 0 ? 0 : readSync(this.#file, buffer, 0, wanted, this.#offset)
      if (bytes === 0) return { bytes: total, done: true }
      const chunk = buffer.subarray(0, bytes)
      this.#reader.push(chunk)
      this.#spans.push(chunk)
      this.isInsideLine = chunk[bytes - 1] !== 10
      this.newest = chunk.subarray(Math.max(0, bytes - NEWEST_BYTES)).toString('latin1')
      this.#offset += bytes
      total += bytes
    }
    return { bytes: total, done: false }
  }

  size(): number {
    return fstatSync(this.#file).size
  }
}
