/** Opens the sessions of this machine for a command, with a bar while many of them are read for the first time. */
import { Sessions, type SessionFilter, type SessionsOptions } from '../../../sessions/sessions.ts'
import { findProject } from '../../../record/project.ts'
import { complain } from '../../complain.ts'
import { knownSecrets } from '../../shown.ts'
import { bar, padEnd } from '../screen/columns.ts'
import { bytesInWords } from '../screen/numbers.ts'
import type { Screen } from '../command.ts'
import { unreadSentences } from './render-sessions.ts'

/** Less than this is read too quickly for a progress bar. */
const SHOWN_FROM_BYTES = 20 * 1024 * 1024
const BAR_WIDTH = 30
const DRAW_EVERY_MS = 100

export function openSessions(
  { live }: Pick<Screen, 'live'>,
  more: Pick<SessionsOptions, 'most'> = {},
): Sessions {
  const sessions = Sessions.open({
    look: { env: process.env, here: process.cwd() },
    nowMs: Date.now(),
    secrets: knownSecrets(),
    ...(live === null ? {} : { progress: progressOn(live) }),
    ...more,
  })
  live?.clear()
  if (sessions.problem !== null) complain(sessions.problem)
  return sessions
}

/** Reports the sessions that could not be read, for answers that do not list them. */
export function tellUnread({ unreadable }: Sessions): void {
  for (const sentence of unreadSentences(unreadable)) complain(sentence)
}

function progressOn(live: NonNullable<Screen['live']>): (done: number, all: number) => void {
  let drawnMs = 0
  return (done, all) => {
    const nowMs = performance.now()
    if (all < SHOWN_FROM_BYTES || nowMs - drawnMs < DRAW_EVERY_MS) return
    drawnMs = nowMs
    const drawn = padEnd(bar(done / all, BAR_WIDTH), BAR_WIDTH)
    live.draw(`Reading sessions  ${drawn}  ${bytesInWords(done)} of ${bytesInWords(all)}`)
  }
}

/** The folder of the project in which a question is asked. */
export const folderHere = (): string => findProject(process.cwd(), process.env).root

/** What the options of several commands mean. */
export function filterOf(asked: {
  readonly since: string | undefined
  readonly agent: string | undefined
  readonly here: boolean
}): SessionFilter {
  return {
    ...(asked.since === undefined ? {} : { sinceMs: Date.parse(asked.since) }),
    ...(asked.agent === undefined ? {} : { agent: asked.agent }),
    ...(asked.here ? { folder: folderHere() } : {}),
  }
}
