import { join } from 'node:path'
import { text } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import { folderOf, foldersIn, sessionsIn, unknownLiving } from '../session-files.ts'
import type { Listed, Look, SessionNews, SessionPlace } from '../session-place.ts'
import { askedIn, messageIn } from './records.ts'

/** The variable names another home folder, in which `.factory` is. */
const VARIABLES = ['FACTORY_HOME_OVERRIDE']

const folder: SessionPlace['folder'] = (env) => join(folderOf(env, VARIABLES, ''), '.factory/sessions')

/** `5d6b29da-….jsonl`, beside its settings */
const idOf = (name: string): string | null => /^([\w-]{8,64})\.jsonl$/.exec(name)?.[1] ?? null

/** One folder for each project; sessions of older versions are beside these folders. */
function* list({ env }: Look): Generator<Listed> {
  const all = folder(env)
  yield* sessionsIn(all, idOf)
  for (const project of foldersIn(all)) {
    if (typeof project === 'string') yield* sessionsIn(project, idOf)
    else if (project.unreadable !== all) yield project
  }
}

function open(): (record: JsonObject) => SessionNews | null {
  return (record) => {
    if (record['type'] === 'session_start')
      return { cwd: text(record['cwd']), parent: text(record['callingSessionId']) }
    const asked = askedIn(messageIn(record) ?? {})
    return asked === '' ? null : { opensTurn: true, asked }
  }
}

export const sessions: SessionPlace = {
  agent: 'droid',
  title: 'Droid',
  variables: VARIABLES,
  folder,
  list,
  format: {
    cues: ['"role":"user"', '{"type":"session_start"'],
    butNot: ['"type":"tool_result"'],
    open,
    figures: { costUsd: 'turn', tokens: 'turn' },
  },
  living: () => unknownLiving,
}
