import { basename, isAbsolute, join } from 'node:path'
import { object, text, textOfParts } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import { folderOf, foldersIn, sessionsIn, unknownLiving } from '../session-files.ts'
import type { Listed, Look, SessionNews, SessionPlace } from '../session-place.ts'
import { messageIn } from './reader.ts'

const ALL = 'PI_CODING_AGENT_DIR'
const SESSIONS = 'PI_CODING_AGENT_SESSION_DIR'

const folder: SessionPlace['folder'] = (env) => {
  const chosen = env[SESSIONS] ?? ''
  return isAbsolute(chosen) ? chosen : join(folderOf(env, [ALL], '.pi/agent'), 'sessions')
}

/** `2026-11-18T02-51-19-427Z_01a1ec90-….jsonl` */
const idOf = (name: string): string | null => /^[^_]{1,40}_([\w-]{1,64})\.jsonl$/.exec(name)?.[1] ?? null

/** One folder for each project. A folder that the person chose holds the files itself. */
function* list({ env }: Look): Generator<Listed> {
  const all = folder(env)
  if (text(env[SESSIONS]) !== '') yield* sessionsIn(all, idOf)
  for (const project of foldersIn(all)) {
    if (typeof project !== 'string') yield project
    else if (basename(project).startsWith('--')) yield* sessionsIn(project, idOf)
  }
}

function open(): (record: JsonObject) => SessionNews | null {
  return (record) => {
    if (record['type'] === 'session') return { cwd: text(record['cwd']) }
    if (record['type'] === 'model_change') return { model: text(record['modelId']) }
    const message = messageIn(record) ?? {}
    if (message['role'] !== 'user') return null
    const { content } = object(message)
    return { opensTurn: true, asked: text(content) || textOfParts(content) }
  }
}

export const sessions: SessionPlace = {
  agent: 'pi',
  title: 'Pi',
  variables: [SESSIONS, ALL],
  folder,
  list,
  format: {
    cues: ['"role":"user"', '{"type":"session"', '{"type":"model_change"'],
    open,
    figures: { costUsd: 'turn', tokens: 'turn' },
  },
  living: () => unknownLiving,
}
