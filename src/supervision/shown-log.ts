/**
 * The output of a worker as it may be shown, also while the worker is still running.
 *
 * L1 Every byte is searched for secrets before it is shown. The search cuts no secret in half: it starts before the
 * shown part, by the length of the longest secret. In a masked log it starts at the shown part. L2 Bytes keep their
 * offsets: a mask is as long as the secret. L3 If the log was rebuilt under its name, reading continues in the file
 * that has more content.
 */
import { closeSync, fstatSync, readSync, statSync } from 'node:fs'
import { RedactingStream, secretsFromEnv } from '../secrets/secrets.ts'
import { openLog } from './open-log.ts'
import type { RunFolder } from './run-folder.ts'

const CHUNK_BYTES = 1024 * 1024
const NEWLINE = 0x0a
/** No secret is longer, not even a private key with all its lines. */
const LONGEST_SECRET_BYTES = 256 * 1024

export class ShownLog implements Disposable {
  readonly #path: string
  readonly #redacting: RedactingStream
  readonly #from: number
  readonly #buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  #file: number
  /** How far the file was read, and how far it was shown. */
  #read: number
  #shown: number

  private constructor(folder: RunFolder, file: number, from: number) {
    this.#path = folder.log
    this.#file = file
    this.#from = from
    const env = folder.environment()
    const isMasked = env === null && folder.result() !== null
    // If the environment of the run is lost, the current one is used, because it is most likely similar.
    this.#redacting = new RedactingStream(secretsFromEnv(env ?? process.env))
    this.#read = isMasked ? from : Math.max(0, from - LONGEST_SECRET_BYTES)
    this.#shown = this.#read
  }

  /** Starts at a byte, or at the last lines before a byte; null if there is no log. */
  static open(
    folder: RunFolder,
    range: { from: number; to: number | null; tail: number | null },
  ): ShownLog | null {
    const file = openLog(folder.log)
    if (file === null) return null
    const from = range.tail === null ? range.from : startOfTail(file, { ...range, tail: range.tail })
    return new ShownLog(folder, file, from)
  }

  /** The offset of the next byte that is shown. */
  get offset(): number {
    return Math.max(this.#shown, this.#from)
  }

  /** Whether everything before this offset was read. It may still be held back. */
  hasRead(to: number): boolean {
    return this.#read >= to
  }

  /** The next bytes that may be shown, up to `to`; null if nothing more was written yet. */
  read(to: number | null): Buffer | null {
    const wanted = Math.min(this.#buffer.length, (to ?? Infinity) - this.#read)
    if (wanted <= 0) return null
    const bytes = readSync(this.#file, this.#buffer, 0, wanted, this.#read)
    if (bytes === 0) return this.#moveOn() ? this.read(to) : null
    this.#read += bytes
    return this.#wanted(this.#redacting.push(this.#buffer.subarray(0, bytes)))
  }

  /** The bytes that were held back because they could have been the start of a secret. */
  end(): Buffer {
    return this.#wanted(this.#redacting.end())
  }

  #wanted(bytes: Buffer): Buffer {
    const skipped = Math.min(bytes.length, Math.max(0, this.#from - this.#shown))
    this.#shown += bytes.length
    return bytes.subarray(skipped)
  }

  /** L3. */
  #moveOn(): boolean {
    const named = statSync(this.#path, { throwIfNoEntry: false })
    if (named === undefined || named.size <= this.#read || named.ino === fstatSync(this.#file).ino)
      return false
    const file = openLog(this.#path)
    if (file === null) return false
    closeSync(this.#file)
    this.#file = file
    return true
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }
}

/** The start of the last lines. Searches backwards from the end. */
function startOfTail(
  file: number,
  { from, to, tail }: { readonly from: number; readonly to: number | null; readonly tail: number },
): number {
  const end = Math.min(fstatSync(file).size, to ?? Infinity)
  if (tail === 0) return end
  const buffer = Buffer.allocUnsafe(64 * 1024)
  let left = tail
  for (let upTo = end; upTo > from;) {
    const start = Math.max(from, upTo - buffer.length)
    const bytes = readSync(file, buffer, 0, upTo - start, start)
    for (let at = bytes - 1; at >= 0; at -= 1) {
      // A newline at the very end belongs to the last line.
      if (buffer[at] !== NEWLINE || start + at === end - 1) continue
      left -= 1
      if (left === 0) return start + at + 1
    }
    upTo = start
  }
  return from
}
