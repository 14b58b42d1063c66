import { join } from 'node:path'
import { object, objects, text, textOfParts } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import { readPlain } from '../../record/plain-file.ts'
import { folderOf, foldersIn, sessionsIn, subagentsIn, unknownLiving } from '../session-files.ts'
import type { Listed, Look, SessionNews, SessionPlace } from '../session-place.ts'

const VARIABLES = ['GEMINI_CLI_HOME']

/** The variable names the home folder that contains `.gemini`. */
const folder: SessionPlace['folder'] = (env) => join(folderOf(env, VARIABLES, ''), '.gemini')

const CHAT = /^session-[\w.-]{1,80}?([\da-f]{8})\.jsonl?$/

/**
 * The folder of the subagents has the whole id of the session as its name. The session's own file has only the
 * beginning of the id in its name.
 */
const idInName = (id: string): string => id.slice(0, 8)

/** No path is longer. */
const MOST_PATH_BYTES = 4096

function* list({ env }: Look): Generator<Listed> {
  for (const project of foldersIn(join(folder(env), 'tmp'))) {
    if (typeof project !== 'string') yield project
    else {
      const cwd = rootOf(project)
      const chats = join(project, 'chats')
      yield* sessionsIn(chats, (name) => CHAT.exec(name)?.[1] ?? null, cwd === '' ? {} : { cwd })
      yield* subagentsIn(chats, { parentOf: idInName })
    }
  }
}

/** Gemini CLI records the folder of a project in a file. */
function rootOf(project: string): string {
  try {
    return readPlain(join(project, '.project_root'), MOST_PATH_BYTES).toString('utf8').trim()
  } catch {
    // Older versions have no such file: then the project is unknown.
    return ''
  }
}

function open(): (record: JsonObject) => SessionNews | null {
  return (record) => {
    if (record['type'] !== 'user') return null
    const parts = objects(record['content'])
    if (parts.some((part) => 'functionResponse' in object(part))) return null
    const asked = text(record['content']) || textOfParts(parts)
    return asked.startsWith('<session_context>') ? null : { opensTurn: true, asked }
  }
}

export const sessions: SessionPlace = {
  agent: 'gemini',
  title: 'Gemini CLI',
  variables: VARIABLES,
  folder,
  list,
  format: {
    cues: ['"type":"user"'],
    butNot: ['"functionResponse":', '{"$set":'],
    // These records have a time that is not the end of a turn. The time of the last message counts.
    untimed: ['{"$set":', '{"sessionId":'],
    open,
    figures: { costUsd: 'turn', tokens: 'turn' },
  },
  living: () => unknownLiving,
}
