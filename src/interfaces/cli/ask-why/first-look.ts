/** What `mayday` alone shows in a terminal: the newest sessions of this machine that failed. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProject } from '../../../record/project.ts'
import { QUICK_LOOK } from '../../../sessions/refresh-index.ts'
import { shownText } from '../../shown.ts'
import type { Terminal } from '../command.ts'
import { hasDatabase } from '../record/open-store.ts'
import { styleFor } from '../screen/style.ts'
import { openSessions } from './look-at-sessions.ts'
import { sessionLines, unreadSentences } from './render-sessions.ts'

const SHOWN = 5

const NOTHING_READ = 'No agent session on this machine could be read.'

/** Null if there is a project, or no session. The command then prints its help. */
export function firstLook(terminal: Terminal): string | null {
  const project = findProject(process.cwd(), process.env)
  if (hasDatabase(project) || existsSync(join(project.root, 'mayday.yaml'))) return null
  using sessions = openSessions({ live: null }, { most: QUICK_LOOK })
  const isEmpty = sessions.list({}, 1).sessions.length === 0
  if (isEmpty && sessions.unreadable.length === 0) return null
  const { sessions: failed } = sessions.list({ failed: true }, SHOWN)
  const style = styleFor(terminal.colour)
  const lines =
    failed.length === 0
      ? [isEmpty ? NOTHING_READ : 'None of the newest agent sessions on this machine failed.']
      : [
          style.bold('The last agent sessions on this machine that failed'),
          ...sessionLines(failed, { columns: terminal.columns - 2, nowMs: Date.now() }, style).map(
            (line) => `  ${line}`,
          ),
        ]
  const unread = unreadSentences(sessions.unreadable).map((sentence) => `! ${sentence}`)
  const next = NEXT.map(([command, does]) => `  ${command}${style.dim(does)}`)
  return shownText(`${[...lines, ...unread, '', ...next].join('\n')}\n`)
}

const NEXT: readonly (readonly [string, string])[] = [
  ['mayday why                ', 'explain the newest one in this folder (or: mayday why ID)'],
  ['mayday sessions --failed  ', 'list all of them'],
  ['mayday stats --sessions   ', 'count them by reason, agent, model, project and hour'],
  ['mayday --help             ', 'run agents under supervision, and everything else'],
]
