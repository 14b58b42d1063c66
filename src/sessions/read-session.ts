/** Reads one session. For any file it returns what could be read, and why the rest could not be read. */
import { closeSync, fstatSync, readSync } from 'node:fs'
import type { FoundSession, SessionPlace } from '../agents/session-place.ts'
import { problemOf } from '../agents/session-problem.ts'
import { openPlain } from '../record/plain-file.ts'
import { newReadBuffer } from '../signals/bytes/read-buffer.ts'
import { SessionBuilder, type SessionDigest } from './session-builder.ts'
import { TurnSplitter } from './turn-splitter.ts'

/** The beginning of a larger file is not read, because its last turns are more important. */
const MOST_BYTES = 256 * 1024 * 1024
const HEAD_BYTES = 1024 * 1024

const NO_RECORD = 'it contains no record of a conversation; if its agent cannot resume it, delete it'

export type ReadSession = { readonly digest: SessionDigest | null; readonly problem: string | null }

export function readSession(
  session: FoundSession,
  place: SessionPlace,
  secrets: readonly string[],
): ReadSession {
  const builder = new SessionBuilder(session, place, secrets)
  const splitter = new TurnSplitter(place.format, builder)
  try {
    const problem =
      place.records === undefined
        ? readFile(session, splitter, builder)
        : readRecords(session, place, splitter)
    splitter.end()
    const isForeign = session.size > 0 && place.records === undefined && !splitter.hasRecord
    return isForeign ? { digest: null, problem: NO_RECORD } : { digest: builder.end(), problem }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    return { digest: null, problem }
  }
}

function readRecords(session: FoundSession, place: SessionPlace, splitter: TurnSplitter): null {
  for (const record of place.records?.(session) ?? []) splitter.push(Buffer.from(`${record}\n`))
  return null
}

/** Returns what was left out. */
function readFile(
  { path, range }: FoundSession,
  splitter: TurnSplitter,
  builder: SessionBuilder,
): string | null {
  const file = openPlain(path)
  try {
    const { size } = fstatSync(file)
    const from = range?.from ?? 0
    const to = range?.to ?? size
    if (to - from <= MOST_BYTES) {
      readRange(file, from, to, splitter)
      return null
    }
    readRange(file, from, from + HEAD_BYTES, splitter)
    splitter.end()
    builder.skip(to - MOST_BYTES - from - HEAD_BYTES)
    readRange(file, to - MOST_BYTES, to, splitter)
    return `only its beginning and its last ${MOST_BYTES / 1024 / 1024} MiB were read; the turns between them are not counted`
  } finally {
    closeSync(file)
  }
}

/** All files share one buffer, because nothing refers to it after a read. */
const buffer = newReadBuffer()

function readRange(file: number, from: number, to: number, splitter: TurnSplitter): void {
  for (let at = from; at < to;) {
    const bytes = readSync(file, buffer, 0, Math.min(buffer.length, to - at), at)
    if (bytes === 0) return
    splitter.push(buffer.subarray(0, bytes))
    at += bytes
  }
}
