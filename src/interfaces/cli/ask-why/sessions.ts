import { sessionPlaces } from '../../../agents/session-places.ts'
import { unreadAgent } from '../../../agents/unread-agents.ts'
import { nearest, UnknownWordError, UsageError } from '../../../errors.ts'
import { isReason, reasonNames } from '../../../reasons/reason.ts'
import type { SessionAt, Sessions } from '../../../sessions/sessions.ts'
import { readSessions, showSession } from '../../../views/sessions.ts'
import { knownSecrets, shownText } from '../../shown.ts'
import type { Screen } from '../command.ts'
import type { Maybe } from '../parse/option.ts'
import { filterOf, openSessions, tellUnread } from './look-at-sessions.ts'
import { renderSession } from './render-session.ts'
import { renderSessions } from './render-sessions.ts'
import { shortId } from './session-words.ts'

export type SessionsAsked = Maybe<'session' | 'since' | 'agent' | 'reason' | 'from'> & {
  readonly failed: boolean
  readonly here: boolean
  readonly limit: number
  readonly story: boolean
  readonly json: boolean
}

export async function runSessions(asked: SessionsAsked, screen: Screen): Promise<number> {
  const { session, agent, reason, failed, here, since, limit } = asked
  checkWords(asked)
  using sessions = openSessions(screen)
  if (session !== undefined) tellUnread(sessions)
  if (asked.story) return tellStoryOf(sessions, asked, screen)
  if (session !== undefined) return tellSession(sessions, findSession(sessions, session), screen)
  const filter = { ...filterOf(asked), failed, ...(reason === undefined ? {} : { reason }) }
  const answer = readSessions(filter, limit, sessions)
  const words = [
    ...(failed ? ['that ended badly'] : []),
    ...(reason === undefined ? [] : [`with ${reason}`]),
    ...(agent === undefined ? [] : [`of ${agent}`]),
    ...(here ? ['in this folder'] : []),
    ...(since === undefined ? [] : ['in that time']),
  ]
  // The index was redacted when it was written. This environment may have a newer secret.
  return screen.answer(answer, () =>
    shownText(renderSessions(answer, { ...screen, nowMs: Date.now(), limit, asked: words })),
  )
}

async function tellStoryOf(sessions: Sessions, asked: SessionsAsked, screen: Screen): Promise<number> {
  if (asked.session === undefined)
    throw new UsageError('--story needs a session: mayday sessions SESSION --story')
  const { present, row } = findSession(sessions, asked.session)
  const [{ readSessionStory }, { showStory }] = await Promise.all([
    import('../../../views/story/session-story.ts'),
    import('./show-story.ts'),
  ])
  const session = { ...present, secrets: knownSecrets(), isLive: row.status === 'live' }
  return showStory(
    (part) => readSessionStory(session, part),
    { from: asked.from, isJson: asked.json },
    screen,
  )
}

/** The same page for `mayday sessions ID` and `mayday why`. */
export async function tellSession(sessions: Sessions, at: SessionAt, screen: Screen): Promise<number> {
  const session = await showSession(at, sessions)
  return screen.answer(session, () => renderSession(session, { ...screen, nowMs: Date.now() }))
}

export const agentNames: readonly string[] = sessionPlaces.map(({ agent }) => agent)

/** An agent whose sessions Mayday reads. For other known agents, the error says what to do instead. */
function requireSessionsOf(word: string): void {
  if (agentNames.includes(word)) return
  refuseUnread(word)
  throw new UnknownWordError('agent', word, agentNames)
}

export function refuseUnread(word: string): void {
  const unread = unreadAgent(word)
  if (unread === null) return
  throw new UsageError(
    `Mayday does not read the sessions of ${unread}. It reads those of ${agentNames.join(', ')}. ` +
      'If you have its output in a file: mayday explain FILE',
  )
}

function checkWords({ agent, reason, story, from }: SessionsAsked): void {
  if (from !== undefined && !story)
    throw new UsageError('--from belongs to --story: mayday sessions SESSION --story --from PLACE')
  if (agent !== undefined) requireSessionsOf(agent)
  if (reason !== undefined && !isReason(reason)) throw new UnknownWordError('reason', reason, reasonNames)
}

function noSession(word: string): UsageError {
  const agent = nearest(word, agentNames)
  const next = agent === null ? 'mayday sessions' : `mayday why ${agent}, mayday sessions --agent ${agent}`
  return new UsageError(`There is no session whose id begins or ends with '${word}'. See: ${next}`)
}

/** A session by its id, or by a part of it. */
export function findSession(sessions: Sessions, word: string): SessionAt {
  const found = [...sessions.rows({ id: word })].slice(0, 3)
  const exact = found.find(({ row }) => row.id === word)
  const [first, second] = exact === undefined ? found : [exact]
  if (first === undefined) throw noSession(word)
  if (second !== undefined)
    throw new UsageError(
      `Several sessions fit '${word}': ${found.map(({ row }) => shortId(row.id)).join(', ')}, … Type more of the id.`,
    )
  return first
}
