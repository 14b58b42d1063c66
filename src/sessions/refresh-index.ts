/** Brings the index up to date: lists every place, reads what changed, forgets what is gone. */
import type { FoundSession, Look, SessionPlace } from '../agents/session-place.ts'
import { keepSession, type KeptSession } from './kept-session.ts'
import { readSession } from './read-session.ts'
import { stampOf, type SessionIndex } from './session-index.ts'

export type Refreshed = {
  /** The sessions that are on disk now, by key. */
  readonly present: ReadonlyMap<string, Present>
  readonly unreadable: readonly { readonly path: string; readonly why: string }[]
  /** Changed sessions that were not read. */
  readonly unread: number
}

export type Present = { readonly found: FoundSession; readonly place: SessionPlace }

export type RefreshOptions = {
  readonly places: readonly SessionPlace[]
  readonly look: Look
  readonly secrets: readonly string[]
  /**
   * Limits how many of the newest changed sessions are read, and for how long. A file with more than `bytes` is left
   * to a later look, because reading it alone takes longer.
   */
  readonly most?: { readonly sessions: number; readonly ms: number; readonly bytes?: number }
  /** Called after each session: the number of bytes read, and of all bytes to read. */
  readonly progress?: (doneBytes: number, allBytes: number) => void
}

/** Only the newest files are read, so that a waiting user gets an answer within a second. */
export const QUICK_LOOK = { sessions: 40, ms: 600, bytes: 32 * 1024 * 1024 } as const

/** The number of sessions read between two writes, so that an interrupted first look is not lost. */
const BATCH_SESSIONS = 200

export function refreshIndex(index: SessionIndex, options: RefreshOptions): Refreshed {
  const listed = listAll(options)
  const known = index.stamps()
  const changed = [...listed.present.values()].filter(({ found }) => isChanged(found, known))
  index.forget(goneFrom(known, listed, options))
  const read = readChanged(index, chosen(changed, options), options)
  return { ...listed, unread: changed.length - read }
}

type AllListed = Omit<Refreshed, 'unread'>

function listAll({ places, look }: RefreshOptions): AllListed {
  const present = new Map<string, Present>()
  const unreadable: { path: string; why: string }[] = []
  for (const place of places)
    for (const one of place.list(look)) {
      if ('unreadable' in one) unreadable.push({ path: one.unreadable, why: one.why })
      else present.set(one.key, { found: withSoundNumbers(one), place })
    }
  return { present, unreadable }
}

/** The last moment that a Date can hold. */
const LAST_MS = 8.64e15

/** Another program's database may contain invalid numbers. Such a session is still listed. */
function withSoundNumbers(found: FoundSession): FoundSession {
  const { size, changedMs, costUsd, tokens, ...rest } = found
  if (isSound(size) && isSound(changedMs) && isSound(costUsd ?? 0) && isSound(tokens ?? 0)) return found
  return {
    ...rest,
    size: isSound(size) ? size : 0,
    changedMs: isSound(changedMs) ? changedMs : 0,
    ...(costUsd === undefined || !isSound(costUsd) ? {} : { costUsd }),
    ...(tokens === undefined || !isSound(tokens) ? {} : { tokens }),
  }
}

const isSound = (number: number): boolean => number >= 0 && number <= LAST_MS

function isChanged(found: FoundSession, known: ReturnType<SessionIndex['stamps']>): boolean {
  return known.get(found.key) !== stampOf(found)
}

/** The sessions that are no longer on disk. None if a place could not be listed: its sessions may still exist. */
function goneFrom(
  known: ReturnType<SessionIndex['stamps']>,
  { present, unreadable }: AllListed,
  { places }: RefreshOptions,
): readonly string[] {
  if (unreadable.length > 0 || places.length === 0) return []
  return [...known.keys()].filter((key) => !present.has(key))
}

function chosen(changed: readonly Present[], { most }: RefreshOptions): readonly Present[] {
  const newestFirst = changed.toSorted((one, other) => other.found.changedMs - one.found.changedMs)
  if (most === undefined) return newestFirst
  const { bytes = Infinity, sessions } = most
  return newestFirst.filter((one) => bytesOf(one) <= bytes).slice(0, sessions)
}

/** The size of a session in a database is not a number of bytes. */
const bytesOf = ({ found, place }: Present): number => (place.records === undefined ? found.size : 0)

/** Returns how many were read. */
function readChanged(
  index: SessionIndex,
  sessions: readonly Present[],
  { secrets, progress, most }: RefreshOptions,
): number {
  const allBytes = sessions.reduce((sum, { found }) => sum + found.size, 0)
  const untilMs = most === undefined ? Infinity : performance.now() + most.ms
  let batch: { found: FoundSession; kept: KeptSession }[] = []
  let doneBytes = 0
  let done = 0
  for (const { found, place } of sessions) {
    if (performance.now() > untilMs) break
    batch.push({ found, kept: read(found, place, secrets) })
    doneBytes += found.size
    done += 1
    progress?.(doneBytes, allBytes)
    if (batch.length >= BATCH_SESSIONS) {
      index.keep(batch)
      batch = []
    }
  }
  index.keep(batch)
  return done
}

/** The session of a subagent is a part of another session. Only its existence is recorded. */
function read(found: FoundSession, place: SessionPlace, secrets: readonly string[]): KeptSession {
  const told =
    found.parent === undefined ? readSession(found, place, secrets) : { digest: null, problem: null }
  return keepSession(place.agent, found, told)
}
