import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { object, text } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import { openProcesses } from '../../supervision/processes/open-processes.ts'
import { isOlderThan, livingProcess } from '../process-start.ts'
import { entriesOf, folderOf, foldersIn, sessionAt } from '../session-files.ts'
import type { Listed, Living, Look, SessionNews, SessionPlace } from '../session-place.ts'

const VARIABLES = ['COPILOT_HOME']

const folder: SessionPlace['folder'] = (env) => folderOf(env, VARIABLES, '.copilot')

function* list({ env }: Look): Generator<Listed> {
  for (const session of foldersIn(join(folder(env), 'session-state'))) {
    if (typeof session === 'string') yield* sessionAt(join(session, 'events.jsonl'), basename(session))
    else yield session
  }
}

function open(): (record: JsonObject) => SessionNews | null {
  return (record) => {
    const data = object(record['data'])
    if (record['type'] === 'user.message') return { opensTurn: true, asked: text(data['content']) }
    if (record['type'] !== 'session.start' && record['type'] !== 'session.resume') return null
    const { cwd, branch } = object(data['context'])
    return { cwd: text(cwd), branch: text(branch), model: text(data['selectedModel']) }
  }
}

const LOCK = /^inuse\.(\d{1,10})\.lock$/

/** `inuse.PID.lock` beside the events; a killed process leaves it behind. */
function living(): Living {
  const processes = openProcesses()
  const isHeld = (path: string): boolean => {
    const found = livingProcess(processes, Number(LOCK.exec(basename(path))?.[1] ?? -1))
    const madeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    return found !== null && madeMs !== undefined && isOlderThan(found, madeMs)
  }
  return {
    isAlive: ({ path }) => locksIn(dirname(path)).some(isHeld),
    isComplete: true,
  }
}

const locksIn = (place: string): readonly string[] =>
  [...entriesOf(place)].flatMap((entry) =>
    'unreadable' in entry || !LOCK.test(entry.name) ? [] : [join(place, entry.name)],
  )

export const sessions: SessionPlace = {
  agent: 'copilot',
  title: 'Copilot CLI',
  variables: VARIABLES,
  folder,
  list,
  format: {
    cues: ['"type":"user.message"', '"type":"session.start"', '"type":"session.resume"'],
    untimed: ['{"type":"session.resume"', '{"type":"session.shutdown"'],
    open,
    figures: { costUsd: 'turn', tokens: 'turn' },
  },
  living,
}
