/**
 * Masks secrets in a log that is written no more.
 *
 * M1 Only stars are written, only over bytes that are there, so every place in the log stays what it was; to do it
 * twice changes nothing. M2 Never through a link: a worker must not make Mayday write anywhere else.
 */
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { MaydayError } from '../errors.ts'
import type { ByteSpan } from '../signals/secret-span-list.ts'
import { SecretSpans } from '../signals/secret-spans.ts'

/** A log whose secrets could not be hidden. */
class LogNotMaskedError extends MaydayError {
  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(
      'LOG_NOT_MASKED',
      `The secrets in ${path} could not be masked (${why}). Delete the log, or make it writable and run any command again.`,
      { cause },
    )
  }
}

const CHUNK_BYTES = 1024 * 1024
const STARS = Buffer.alloc(64 * 1024, '*')

/** Writes stars over the spans and gives their number; spans behind the end of the log are left out. */
export function maskLog(path: string, spans: readonly ByteSpan[]): number {
  if (spans.length === 0) return 0
  return withLog(path, constants.O_RDWR, 0, (log) => {
    const { size } = fstatSync(log)
    const there = spans.filter(({ from }) => from < size)
    for (const { from, to } of there) writeStars(log, from, Math.min(to, size))
    if (there.length > 0) fsyncSync(log)
    return there.length
  })
}

function writeStars(log: number, from: number, to: number): void {
  for (let at = from; at < to;) at += writeSync(log, STARS, 0, Math.min(STARS.length, to - at), at)
}

/** Reads a whole log for its secrets; none where there is no log. */
export function findSecretsIn(path: string, secrets: readonly string[]): readonly ByteSpan[] {
  return withLog(path, constants.O_RDONLY, [], (log) => {
    const spans = new SecretSpans(secrets)
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let at = 0; ;) {
      const bytes = readSync(log, buffer, 0, buffer.length, at)
      if (bytes === 0) return spans.end()
      spans.push(buffer.subarray(0, bytes))
      at += bytes
    }
  })
}

/** `gone` is the answer where there is no log any more, or something else in its place. */
function withLog<Answer>(path: string, flags: number, gone: Answer, use: (log: number) => Answer): Answer {
  const log = openLog(path, flags)
  if (log === null) return gone
  try {
    return fstatSync(log).isFile() ? use(log) : gone
  } catch (error) {
    throw new LogNotMaskedError(path, error)
  } finally {
    closeSync(log)
  }
}

function openLog(path: string, flags: number): number | null {
  try {
    // Without waiting: in place of the log there may be a pipe.
    return openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (isNoLog(error)) return null
    throw new LogNotMaskedError(path, error)
  }
}

const NO_LOG: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENXIO'])
const isNoLog = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_LOG.has(error.code)
