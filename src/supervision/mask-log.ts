/**
 * Masks secrets in a finished log.
 *
 * M1 Only stars are written, only over existing bytes. So every
 * offset in the log stays valid, and masking twice changes nothing.
 * M2 Nothing is written through a link: a worker must not make Mayday write anywhere else.
 * M3 A log of gigabytes blocks no other work: it is read and masked in slices.
 */
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { MaydayError } from '../errors.ts'
import { SecretSpans, type ByteSpan } from '../secrets/secret-spans.ts'
import { Turns } from '../signals/turns.ts'

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

const CHUNK_BYTES = 256 * 1024
const STARS = Buffer.alloc(64 * 1024, '*')

/** Overwrites the spans with stars and returns their number. Spans after the end of the log are skipped. */
export async function maskLog(path: string, spans: readonly ByteSpan[]): Promise<number> {
  if (spans.length === 0) return 0
  return withLog(path, constants.O_RDWR, 0, async (log) => {
    const { size } = fstatSync(log)
    const there = spans.filter(({ from }) => from < size)
    const turns = new Turns()
    for (const { from, to } of there) {
      writeStars(log, from, Math.min(to, size))
      await turns.give()
    }
    if (there.length > 0) fsyncSync(log)
    return there.length
  })
}

function writeStars(log: number, from: number, to: number): void {
  for (let at = from; at < to;) at += writeSync(log, STARS, 0, Math.min(STARS.length, to - at), at)
}

/** Searches a whole log for secrets; returns none if there is no log. */
export function findSecretsIn(path: string, secrets: readonly string[]): Promise<readonly ByteSpan[]> {
  return withLog<readonly ByteSpan[]>(path, constants.O_RDONLY, [], async (log) => {
    const spans = new SecretSpans(secrets)
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    const turns = new Turns()
    for (let at = 0; ;) {
      const bytes = readSync(log, buffer, 0, buffer.length, at)
      if (bytes === 0) return spans.end()
      spans.push(buffer.subarray(0, bytes))
      at += bytes
      await turns.give()
    }
  })
}

/** Returns `gone` if the log is gone or another kind of file is in its place. */
async function withLog<Answer>(
  path: string,
  flags: number,
  gone: Answer,
  use: (log: number) => Promise<Answer>,
): Promise<Answer> {
  const log = openLog(path, flags)
  if (log === null) return gone
  try {
    return fstatSync(log).isFile() ? await use(log) : gone
  } catch (error) {
    throw new LogNotMaskedError(path, error)
  } finally {
    closeSync(log)
  }
}

function openLog(path: string, flags: number): number | null {
  try {
    // Does not block: a pipe may be in the place of the log.
    return openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (isNoLog(error)) return null
    throw new LogNotMaskedError(path, error)
  }
}

const NO_LOG: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENXIO'])
const isNoLog = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_LOG.has(error.code)
