import { readSessionStats } from '../../../views/sessions.ts'
import { shownText } from '../../shown.ts'
import type { Screen } from '../command.ts'
import { openSessions, tellUnread } from '../ask-why/look-at-sessions.ts'
import { renderSessionStats } from './render-session-stats.ts'

/** `mayday stats --sessions`: how the agents of this machine fail, also those that Mayday did not start. */
export function runSessionStats(sinceAt: string | undefined, screen: Screen): number {
  using sessions = openSessions(screen)
  tellUnread(sessions)
  const filter = sinceAt === undefined ? {} : { sinceMs: Date.parse(sinceAt) }
  const stats = readSessionStats(filter, sessions)
  return screen.answer(stats, () => shownText(renderSessionStats(stats, { ...screen, nowMs: Date.now() })))
}
