/**
 * What a worker printed, as it may be shown, also while it is still printing.
 *
 * L1 No byte comes out that was not looked through for secrets, from a place where none can be half over: from so far
 *    before that no secret reaches from there, or from anywhere in a log that is masked. L2 Bytes keep their places: a
 *    mask is as long as what it hides. L3 Where the log was rebuilt under its name, reading goes on in
 *    whichever file has more to say.
 */
import { closeSync, fstatSync, readSync, statSync } from 'node:fs'
import { RedactingStream } from '../secrets/redacting-stream.ts'
import { secretsFromEnv } from '../secrets/secrets.ts'
import { openLog } from './open-log.ts'
import type { RunFolder } from './run-folder.ts'

const CHUNK_BYTES = 1024 * 1024
const NEWLINE = 0x0a
/** No secret is longer, a private key with all its lines included. */
const LONGEST_SECRET_BYTES = 256 * 1024

export class ShownLog implements Disposable {
  readonly #path: string
  readonly #redacting: RedactingStream
  readonly #from: number
  readonly #buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  #file: number
  /** How far the file was read, and how far it came out. */
  #read: number
  #shown: number

  private constructor(folder: RunFolder, file: number, from: number) {
    this.#path = folder.log
    this.#file = file
    this.#from = from
    const env = folder.environment()
    const isMasked = env === null && folder.result() !== null
    // A run whose environment is lost was most likely started from one like this.
    this.#redacting = new RedactingStream(secretsFromEnv(env ?? process.env))
    this.#read = isMasked ? from : Math.max(0, from - LONGEST_SECRET_BYTES)
    this.#shown = this.#read
  }

  /** From a byte, or from the last so many lines before another; null where there is no log. */
  static open(
    folder: RunFolder,
    range: { from: number; to: number | null; tail: number | null },
  ): ShownLog | null {
    const file = openLog(folder.log)
    if (file === null) return null
    const from = range.tail === null ? range.from : startOfTail(file, { ...range, tail: range.tail })
    return new ShownLog(folder, file, from)
  }

  /** The place of the next byte that comes out. */
  get offset(): number {
    return Math.max(this.#shown, this.#from)
  }

  /** Was everything before this place read? It may still be held back. */
  hasRead(to: number): boolean {
    return this.#read >= to
  }

  /** The next bytes that may be shown, up to `to`; null where nothing more is written by now. */
  read(to: number | null): Buffer | null {
    const wanted = Math.min(this.#buffer.length, (to ?? Infinity) - this.#read)
    if (wanted <= 0) return null
    const bytes = readSync(this.#file, this.#buffer, 0, wanted, this.#read)
    if (bytes === 0) return this.#moveOn() ? this.read(to) : null
    this.#read += bytes
    return this.#wanted(this.#redacting.push(this.#buffer.subarray(0, bytes)))
  }

  /** What was held back, because it could have been the beginning of a secret. */
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

/** Where the last lines begin, looked for from the end. */
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
      // The newline at the very end ends the last line; it begins none.
      if (buffer[at] !== NEWLINE || start + at === end - 1) continue
      left -= 1
      if (left === 0) return start + at + 1
    }
    upTo = start
  }
  return from
}
