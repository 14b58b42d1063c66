/** The answers to questions about sessions. The types, the checks of the index and the JSON contract come from here. */
import * as v from 'valibot'
import { reasonNames } from '../reasons/reason.ts'
import { explanationSchema } from '../diagnosis/explanation-schema.ts'
import { count, instant, names, size, type Shape } from '../record/schema.ts'

const text = v.string()
const textOrNull = v.nullable(text)

/** How a turn ended. `cut-off`: its last record is not an end, and the process is gone. */
export const turnStatuses = ['succeeded', 'failed', 'interrupted', 'cut-off', 'undetermined'] as const
export type TurnStatus = (typeof turnStatuses)[number]

/** How a session stands. `live`: it is at work, or waits for the person. */
const sessionStatuses = [...turnStatuses, 'live', 'unreadable'] as const

export const turnSchema = v.object({
  number: count,
  asked: text,
  startedAt: v.nullable(instant),
  endedAt: v.nullable(instant),
  status: v.picklist(turnStatuses),
  reason: v.nullable(v.picklist(reasonNames)),
  /** The line that decided. */
  said: textOrNull,
  line: v.nullable(count),
  resetAt: v.nullable(instant),
  tokens: v.nullable(size),
  costUsd: v.nullable(size),
})
export type SessionTurn = Shape<typeof turnSchema>

/** What went wrong in the turns before the last one. */
export const beforeSchema = v.object({
  failed: v.record(text, count),
  interrupted: count,
  cutOff: count,
})
export type Before = Shape<typeof beforeSchema>

const rowFields = {
  id: text,
  agent: text,
  status: v.picklist(sessionStatuses),
  /** Its process lives. A live session may have failed: it waits for the person. */
  live: v.boolean(),
  reason: v.nullable(v.picklist(reasonNames)),
  said: textOrNull,
  resetAt: v.nullable(instant),
  turns: count,
  before: beforeSchema,
  asked: text,
  cwd: textOrNull,
  branch: textOrNull,
  model: textOrNull,
  startedAt: v.nullable(instant),
  endedAt: v.nullable(instant),
  costUsd: v.nullable(size),
  tokens: v.nullable(size),
  subagents: count,
  path: text,
  bytes: count,
  /** Why it was not read, or not whole. */
  problem: textOrNull,
}

export const sessionRowSchema = v.object(rowFields)
export type SessionRow = Shape<typeof sessionRowSchema>

export const sessionsSchema = v.object({
  format: v.literal('mayday.sessions/1'),
  sessions: v.array(sessionRowSchema),
  /** More sessions fit the question than are listed. */
  hasMore: v.boolean(),
  /** Places that could not be listed. */
  unreadable: v.array(v.object({ path: text, why: text })),
})
export type SessionsAnswer = Shape<typeof sessionsSchema>

export const sessionSchema = v.object({
  format: v.literal('mayday.session/1'),
  ...rowFields,
  /** Oldest first; the newest ones if there are very many. */
  turnList: v.array(turnSchema),
  /** Files that its tools touched. */
  files: names,
  /** The last words of the agent. */
  lastWords: text,
  /** The verdict on the last turn. Null for a live or unreadable session. */
  explanation: v.nullable(explanationSchema),
})
export type SessionAnswer = Shape<typeof sessionSchema>

const countedSchema = v.object({
  name: text,
  failed: count,
  turns: count,
})
export type Counted = Shape<typeof countedSchema>

export const sessionStatsSchema = v.object({
  format: v.literal('mayday.session-stats/1'),
  sinceAt: v.nullable(instant),
  sessions: count,
  turns: count,
  failed: count,
  interrupted: count,
  cutOff: count,
  undetermined: count,
  live: count,
  /** Time, tokens and dollars of the turns that failed. Dollars only of agents that tell them. */
  failedMs: count,
  failedTokens: count,
  failedCostUsd: size,
  costUsd: size,
  byReason: v.array(countedSchema),
  byAgent: v.array(countedSchema),
  byModel: v.array(countedSchema),
  byProject: v.array(countedSchema),
  byWeek: v.array(countedSchema),
  /** By the hour of the day in the local zone: `00` to `23`. */
  byHour: v.array(countedSchema),
  /** The limits that were hit, newest first. */
  resets: v.array(v.object({ agent: text, reason: text, at: instant, resetAt: instant })),
})
export type SessionStats = Shape<typeof sessionStatsSchema>
