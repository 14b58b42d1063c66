/**
 * Agent sessions of this machine, as `mayday sessions` shows them.
 *
 * S1 A request reads changed sessions only for a moment, so that the board stays responsive. `unread` says how many
 * are left; the next request reads more. S2 The demo shows no session of the user.
 */
import { Hono } from 'hono'
import * as v from 'valibot'
import { sessionPlaces } from '../../agents/session-places.ts'
import { isReason } from '../../reasons/reason.ts'
import { Sessions, type SessionFilter } from '../../sessions/sessions.ts'
import {
  readSessions,
  readSessionStats,
  sessionSchema,
  sessionsSchema,
  sessionStatsSchema,
  showSession,
  type SessionAnswer,
} from '../../views/sessions.ts'
import { knownSecrets } from '../shown.ts'
import { answer } from './answer.ts'
import { RequestError } from './request-error.ts'
import type { BoardContext, BoardEnv } from './context.ts'
import { sampleHome } from './demo/sample-sessions.ts'
import { flag, instantOf, query, wholeNumber, word } from './query.ts'

/** S1. */
const MOST = { sessions: 2000, ms: 250 }

const filterQuery = v.object({
  since: instantOf('since'),
  agent: v.exactOptional(
    v.pipe(
      v.string(),
      v.check(
        (name) => sessionPlaces.some(({ agent }) => agent === name),
        'needs the name of an agent whose sessions Mayday finds',
      ),
    ),
  ),
  reason: v.exactOptional(
    v.pipe(v.string(), v.toUpperCase(), v.check(isReason, 'needs the name of a reason')),
  ),
  folder: word,
  here: flag,
  failed: flag,
})

const listQuery = v.object({ ...filterQuery.entries, limit: v.optional(wholeNumber(1, 500), '100') })

export const sessionRoutes = new Hono<BoardEnv>()
  .get('/sessions', query(listQuery), (c) => {
    using sessions = look(c.env.context)
    const { limit, ...asked } = c.req.valid('query')
    return answer(c, sessionsSchema, readSessions(filterOf(asked, c.env.context), limit, sessions))
  })
  // Before `:id`, which would match it too.
  .get('/sessions/stats', query(filterQuery), (c) => {
    using sessions = look(c.env.context)
    const filter = filterOf(c.req.valid('query'), c.env.context)
    return answer(c, sessionStatsSchema, readSessionStats(filter, sessions))
  })
  .get('/sessions/:id', (c) => answer(c, sessionSchema, oneSession(c.req.param('id'), c.env.context)))

const look = ({ project, clock, isDemo }: BoardContext): Sessions =>
  Sessions.open({
    look: { env: isDemo ? { HOME: sampleHome(project.root) } : process.env, here: project.root },
    nowMs: clock.now().getTime(),
    secrets: knownSecrets(),
    most: MOST,
  })

async function oneSession(id: string, context: BoardContext): Promise<SessionAnswer> {
  using sessions = look(context)
  const found = [...sessions.rows({ id })].find(({ row }) => row.id === id)
  if (found === undefined)
    throw new RequestError(404, 'UNKNOWN_SESSION', 'There is no such session on this machine.')
  return showSession(found, sessions)
}

const filterOf = (
  { since, agent, reason, folder, here, failed }: v.InferOutput<typeof filterQuery>,
  { project }: BoardContext,
): SessionFilter => ({
  ...(since === undefined ? {} : { sinceMs: Date.parse(since) }),
  ...(agent === undefined ? {} : { agent }),
  ...(reason === undefined ? {} : { reason }),
  ...(here ? { folder: project.root } : folder === undefined ? {} : { folder }),
  failed,
})
