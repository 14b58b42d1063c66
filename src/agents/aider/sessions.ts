/** Aider keeps one chat history for each folder, with all its sessions one after the other. */
import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { readPlain } from '../../record/plain-file.ts'
import type { Env } from '../../record/state-home.ts'
import { orUnreadable, unknownLiving } from '../session-files.ts'
import type { FoundSession, Listed, Look, SessionPlace } from '../session-place.ts'

const VARIABLES = ['AIDER_CHAT_HISTORY_FILE']
const NAME = '.aider.chat.history.md'

/** A larger history is listed as unreadable. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_PARENTS = 20

/** The history of a folder, or of the nearest folder above it: Aider keeps it at the top of the repository. */
function historyFor(here: string, env: Env): string | null {
  const named = env['AIDER_CHAT_HISTORY_FILE'] ?? ''
  if (named !== '') return isAbsolute(named) ? named : join(here, named)
  let folder = here
  for (let left = MOST_PARENTS; left > 0; left--) {
    const path = join(folder, NAME)
    if (existsSync(path)) return path
    folder = dirname(folder)
  }
  return null
}

const STARTED = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)$/gm

function list({ here, env }: Look): Iterable<Listed> {
  const path = historyFor(here, env)
  return path === null ? [] : orUnreadable(path, () => sessionsOf(path))
}

function* sessionsOf(path: string): Generator<FoundSession> {
  // In latin1 every character is one byte, so that places in the text are places in the file.
  const history = readPlain(path, MOST_BYTES).toString('latin1')
  const starts = [...history.matchAll(STARTED)]
  const changedMs = Math.round(statSync(path).mtimeMs)
  for (const [index, { index: from, 1: started = '' }] of starts.entries()) {
    const next = starts[index + 1]
    const to = next?.index ?? history.length
    const id = `${started.replaceAll(/\D/g, '')}-${index + 1}`
    const startMs = Date.parse(started.replace(' ', 'T'))
    yield {
      key: `${path}#${id}`,
      id,
      path,
      size: to - from,
      // Only the last one can still change.
      changedMs: next === undefined ? changedMs : startMs,
      cwd: dirname(path),
      range: { from, to },
    }
  }
}

export const sessions: SessionPlace = {
  agent: 'aider',
  title: 'Aider',
  variables: VARIABLES,
  folder: () => '',
  list,
  format: {
    cues: [],
    open: () => () => null,
    prompt: '#### ',
    figures: { costUsd: 'session', tokens: 'turn' },
  },
  living: () => unknownLiving,
}
