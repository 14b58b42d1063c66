import type { SessionAt, Sessions } from '../../../sessions/sessions.ts'
import { formats } from '../../../views/formats.ts'
import type { Screen } from '../command.ts'
import { folderHere, openSessions, tellUnread } from './look-at-sessions.ts'
import { agentNames, findSession, refuseUnread, tellSession } from './sessions.ts'
import { folderWords } from './session-words.ts'

/** The newest session here that ended badly, explained. */
export async function runWhy(
  { what }: { readonly what: string | undefined },
  screen: Screen,
): Promise<number> {
  if (what !== undefined) refuseUnread(what)
  using sessions = openSessions(screen)
  tellUnread(sessions)
  if (what !== undefined && !agentNames.includes(what))
    return tellSession(sessions, findSession(sessions, what), screen)
  const found = newestBad(sessions, what)
  if (found !== null) return tellSession(sessions, found, screen)
  return screen.answer({ format: formats.session, session: null }, () => nothingBad(sessions, what))
}

function newestBad(sessions: Sessions, agent: string | undefined): SessionAt | null {
  const filter = { failed: true, folder: folderHere(), ...(agent === undefined ? {} : { agent }) }
  const [newest = null] = sessions.rows(filter)
  return newest
}

function nothingBad(sessions: Sessions, agent: string | undefined): string {
  const whose = agent === undefined ? '' : ` of ${agent}`
  const { sessions: all } = sessions.list({ folder: folderHere() }, 1)
  const here =
    all.length === 0
      ? `No session${whose} was started in ${folderWords(folderHere())} or below.`
      : `No session${whose} in ${folderWords(folderHere())} ended badly.`
  return `${here}\nElsewhere on this machine: mayday sessions --failed\n`
}
