/** The answers to questions about sessions. The types, the checks of the index and the JSON contract come from here. */
import * as v from 'valibot'
import { reasonNames } from '../reasons/reason.ts'
import { explanationSchema } from '../diagnosis/explanation-schema.ts'
import { count, instant, names, size, described, type Shape } from '../record/schema.ts'

const text = v.string()
const textOrNull = v.nullable(text)
const instantOrNull = v.nullable(instant)
const reasonOrNull = v.nullable(v.picklist(reasonNames))

/** How a turn ended. `cut-off`: its last record is not an end, and the process is gone. */
export const turnStatuses = ['succeeded', 'failed', 'interrupted', 'cut-off', 'undetermined'] as const
export type TurnStatus = (typeof turnStatuses)[number]

/** The status of a session. `live`: it is working, or waits for the user. */
const sessionStatuses = [...turnStatuses, 'live', 'unreadable'] as const

export const turnSchema = v.object({
  number: described(count, 'counted from 1'),
  asked: described(text, 'the prompt, redacted, at most 500 characters'),
  startedAt: instantOrNull,
  endedAt: instantOrNull,
  status: v.picklist(turnStatuses),
  reason: reasonOrNull,
  said: described(textOrNull, 'the line that decided'),
  line: described(
    v.nullable(count),
    'where it is in the file of the session; null in a database, and after a part that was not read',
  ),
  resetAt: described(instantOrNull, 'when the limit resets'),
  tokens: v.nullable(size),
  costUsd: v.nullable(size),
})
export type SessionTurn = Shape<typeof turnSchema>

/** What went wrong in the turns before the last one. */
const beforeSchema = v.object({
  failed: v.record(text, count),
  interrupted: count,
  cutOff: count,
})
export type Before = Shape<typeof beforeSchema>

const rowFields = {
  id: text,
  agent: text,
  status: described(
    v.picklist(sessionStatuses),
    'of the last turn. `interrupted`: by the person, no failure. `cut-off`: no end, and no process is left. `live`: at work, or waiting for the person',
  ),
  live: described(
    v.boolean(),
    'its process lives. A session with `live: true` and `status: "failed"` has failed and waits for the person',
  ),
  reason: described(reasonOrNull, 'of the last turn'),
  said: described(textOrNull, 'the line that decided about the last turn'),
  resetAt: described(instantOrNull, 'when the limit of the last turn resets'),
  turns: count,
  before: described(
    beforeSchema,
    'what went wrong before the last turn: `{failed: {REASON: count}, interrupted, cutOff}`',
  ),
  asked: described(text, 'the first prompt, redacted, at most 500 characters'),
  cwd: described(textOrNull, 'the folder, as the session reports it'),
  branch: textOrNull,
  model: described(textOrNull, 'of the last answer'),
  startedAt: described(instantOrNull, 'the first prompt'),
  endedAt: described(instantOrNull, 'the last record'),
  costUsd: described(v.nullable(size), 'as the agent reports it, without subagents that have separate files'),
  tokens: described(v.nullable(size), 'like `costUsd`'),
  subagents: described(count, 'sessions of subagents that belong to it'),
  path: described(text, 'its file or database'),
  bytes: described(count, 'the size of its file. In a database only a measure of change'),
  problem: described(textOrNull, 'why it was not read, or not whole'),
}

export const sessionRowSchema = v.object(rowFields)
export type SessionRow = Shape<typeof sessionRowSchema>

export const sessionListSchema = v.object({
  sessions: described(v.array(sessionRowSchema), 'newest first'),
  hasMore: described(v.boolean(), 'more sessions match than are listed'),
  unreadable: described(v.array(v.object({ path: text, why: text })), 'places that could not be listed'),
  unread: described(
    count,
    'changed sessions that were not read in this look, for lack of time: they are missing or outdated. 0 on the command line; the board reads a part at a time',
  ),
})
export type SessionList = Shape<typeof sessionListSchema>

export const sessionDetailSchema = v.object({
  ...rowFields,
  turnList: described(v.array(turnSchema), 'oldest first, at most the newest 500'),
  files: described(names, 'files that its tools touched, at most 100'),
  lastWords: described(text, 'the last words of the agent'),
  explanation: described(
    v.nullable(explanationSchema),
    '`mayday.explain/2` of the last turn; null for a live or unreadable session',
  ),
})
export type SessionDetail = Shape<typeof sessionDetailSchema>

const countedSchema = v.object({ name: text, failed: count, turns: count })
export type Counted = Shape<typeof countedSchema>

const counted = v.array(countedSchema)

export const sessionCountsSchema = v.object({
  sinceAt: instantOrNull,
  sessions: count,
  turns: count,
  failed: described(count, 'turns'),
  interrupted: described(count, 'turns that the person interrupted'),
  cutOff: described(count, 'turns'),
  undetermined: described(count, 'turns'),
  live: described(count, 'sessions'),
  failedMs: described(count, 'the time of the turns that failed or were cut off'),
  failedTokens: described(count, 'their tokens'),
  failedCostUsd: described(size, 'their dollars, if the agent reports them'),
  costUsd: described(size, 'the dollars of all sessions'),
  byReason: described(counted, 'most failures first; `cut off` is one of the names'),
  byAgent: counted,
  byModel: counted,
  byProject: described(counted, 'by folder'),
  byWeek: described(counted, 'by the week in which a turn ended: its Monday in the local zone, oldest first'),
  byHour: described(counted, 'by the hour of the day in which a turn ended, in the local zone: `00` to `23`'),
  resets: described(
    v.array(v.object({ agent: text, reason: text, at: instant, resetAt: instant })),
    'the limits that were hit, newest first, at most 50. Turns that hit the same limit, until the same reset, are one',
  ),
  unread: described(count, 'as in the list of sessions'),
})
export type SessionCounts = Shape<typeof sessionCountsSchema>
