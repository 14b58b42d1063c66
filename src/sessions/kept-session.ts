/** What the index keeps of a session: enough for every list and count, without its file. */
import * as v from 'valibot'
import { amount, parseJson, type Shape } from '../record/schema.ts'
import type { FoundSession } from '../agents/session-place.ts'
import type { ReadSession } from './read-session.ts'
import {
  sessionRowSchema,
  turnSchema,
  type Before,
  type SessionRow,
  type SessionTurn,
} from './session-schema.ts'
import { noTurns, talliedSchema, type Tallied } from './turn-tally.ts'

const keptSchema = v.object({
  row: sessionRowSchema,
  /** Without a process the session is cut off. With one it is working. */
  isOpen: v.boolean(),
  parent: v.nullable(v.string()),
  changedMs: amount,
  endedMs: amount,
  /** The last turn, without its prompt; null if there is none. */
  last: v.nullable(turnSchema),
  /** All turns before it. */
  before: talliedSchema,
})
export type KeptSession = Shape<typeof keptSchema>

export const parseKept = (text: string): KeptSession | null => parseJson(keptSchema, text)

/** The part of a session that is kept, from everything that was read. */
export function keepSession(
  agent: string,
  found: FoundSession,
  { digest, problem }: ReadSession,
): KeptSession {
  const turns = digest?.turns ?? []
  const row = rowOf(agent, found, { digest, problem })
  const last = turns.at(-1)
  return {
    row,
    isOpen: digest?.isOpen ?? false,
    parent: digest?.parent ?? found.parent ?? null,
    changedMs: found.changedMs,
    endedMs: Date.parse(endedAtOf(turns, found)),
    last: last === undefined ? null : { ...last, asked: '' },
    before: digest?.before ?? noTurns,
  }
}

const endedAtOf = (turns: readonly SessionTurn[], { changedMs }: FoundSession): string =>
  turns.at(-1)?.endedAt ?? new Date(changedMs).toISOString()

function rowOf(agent: string, found: FoundSession, { digest, problem }: ReadSession): SessionRow {
  const turns = digest?.turns ?? []
  const last = turns.at(-1)
  return {
    id: found.id,
    agent,
    status: digest === null ? 'unreadable' : (last?.status ?? 'undetermined'),
    live: false,
    reason: last?.reason ?? null,
    said: last?.said ?? null,
    resetAt: last?.resetAt ?? null,
    turns: (digest?.unlisted ?? 0) + turns.length,
    before: beforeOf(digest?.before ?? noTurns),
    asked: digest?.asked ?? '',
    cwd: digest?.cwd ?? found.cwd ?? null,
    branch: digest?.branch ?? null,
    model: digest?.model ?? null,
    startedAt: digest?.startedAt ?? null,
    endedAt: endedAtOf(turns, found),
    costUsd: digest?.costUsd ?? null,
    tokens: digest?.tokens ?? null,
    subagents: 0,
    path: found.path,
    bytes: found.size,
    problem,
  }
}

const beforeOf = ({ failed, statuses }: Tallied): Before => ({
  failed,
  interrupted: statuses['interrupted'] ?? 0,
  cutOff: statuses['cut-off'] ?? 0,
})
