/** Agent sessions of this machine: the list, one of them, and how they fail. */
import * as v from 'valibot'
import type { Shape } from '../record/schema.ts'
import {
  sessionCountsSchema,
  sessionDetailSchema,
  sessionListSchema,
  type SessionRow,
} from '../sessions/session-schema.ts'
import { sumSessions } from '../sessions/session-stats.ts'
import type { SessionAt, SessionFilter, Sessions } from '../sessions/sessions.ts'
import { formats } from './formats.ts'

export const sessionsSchema = v.object({
  format: v.literal(formats.sessions),
  ...sessionListSchema.entries,
})
export type SessionsAnswer = Shape<typeof sessionsSchema>

export const sessionSchema = v.object({
  format: v.literal(formats.session),
  ...sessionDetailSchema.entries,
})
export type SessionAnswer = Shape<typeof sessionSchema>

export const sessionStatsSchema = v.object({
  format: v.literal(formats.sessionStats),
  ...sessionCountsSchema.entries,
})
export type SessionStats = Shape<typeof sessionStatsSchema>

export type { SessionRow }

export const readSessions = (filter: SessionFilter, limit: number, sessions: Sessions): SessionsAnswer => ({
  format: formats.sessions,
  ...sessions.list(filter, limit),
})

/** Reads the session itself again, so the answer is newer than the list. */
export const showSession = async (at: SessionAt, sessions: Sessions): Promise<SessionAnswer> => ({
  format: formats.session,
  ...(await sessions.read(at)),
})

export const readSessionStats = (filter: SessionFilter, sessions: Sessions): SessionStats => ({
  format: formats.sessionStats,
  ...sumSessions(sessions.rows(filter), filter.sinceMs ?? null),
  unread: sessions.unread,
})
