/**
 * Agent sessions of this machine, as `mayday sessions` shows them.
 *
 * S1 A request reads changed sessions only for a moment, so that the board stays responsive. `unread` says how many
 * are left; the next request reads more. S2 The demo shows no session of the user.
 */
import { sessionPlaces } from '../../agents/session-places.ts'
import { isReason } from '../../reasons/reason.ts'
import { Sessions, type SessionFilter } from '../../sessions/sessions.ts'
import { readSessions, readSessionStats, showSession, type SessionAnswer } from '../../views/sessions.ts'
import { knownSecrets } from '../shown.ts'
import { RequestError } from './answer.ts'
import type { BoardContext } from './context.ts'
import { sampleHome } from './demo/sample-sessions.ts'
import { numberIn, sinceIn, type Query } from './query.ts'
import type { AnswerOf, QueryWordOf, QuestionPath } from './questions.ts'
import type { Asked } from './router.ts'

/** S1. */
const MOST = { sessions: 2000, ms: 250 }

const DEFAULT_ROWS = 100
const MOST_ROWS = 500

type SessionPath = Extract<QuestionPath, `sessions${string}`>

export const sessionAnswers: {
  readonly [Path in SessionPath]: (
    asked: Asked<QueryWordOf<Path>>,
    desk: { readonly context: BoardContext },
  ) => AnswerOf<Path> | Promise<AnswerOf<Path>>
} = {
  sessions: ({ query }, { context }) => {
    using sessions = look(context)
    const limit = numberIn(query, 'limit', { default: DEFAULT_ROWS, least: 1, most: MOST_ROWS })
    return readSessions(filterIn(query, context), limit, sessions)
  },
  'sessions/stats': ({ query }, { context }) => {
    using sessions = look(context)
    return readSessionStats(filterIn(query, context), sessions)
  },
  'sessions/:id': ({ part }, { context }) => oneSession(part('id'), context),
}

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

function filterIn(query: Query<QueryWordOf<'sessions/stats'>>, { project }: BoardContext): SessionFilter {
  const sinceAt = sinceIn(query)
  const agent = query.get('agent') ?? ''
  const reason = (query.get('reason') ?? '').toUpperCase()
  const folder = query.get('here') === 'true' ? project.root : (query.get('folder') ?? '')
  if (agent !== '' && !sessionPlaces.some((place) => place.agent === agent))
    throw new RequestError(400, 'QUERY', "'agent' needs the name of an agent whose sessions Mayday finds.")
  if (reason !== '' && !isReason(reason))
    throw new RequestError(400, 'QUERY', "'reason' needs the name of a reason.")
  return {
    ...(sinceAt === null ? {} : { sinceMs: Date.parse(sinceAt) }),
    ...(agent === '' ? {} : { agent }),
    ...(reason === '' ? {} : { reason }),
    ...(folder === '' ? {} : { folder }),
    failed: query.get('failed') === 'true',
  }
}
