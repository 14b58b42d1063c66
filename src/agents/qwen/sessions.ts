import { join } from 'node:path'
import { object, textOfParts, text } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import { folderOf, foldersIn, jsonlId, sessionsIn, subagentsIn, unknownLiving } from '../session-files.ts'
import type { Listed, Look, SessionNews, SessionPlace } from '../session-place.ts'

const VARIABLES = ['QWEN_RUNTIME_DIR', 'QWEN_HOME']

const folder: SessionPlace['folder'] = (env) => folderOf(env, VARIABLES, '.qwen')

function* list({ env }: Look): Generator<Listed> {
  for (const project of foldersIn(join(folder(env), 'projects'))) {
    if (typeof project === 'string') {
      yield* sessionsIn(join(project, 'chats'), jsonlId)
      yield* subagentsIn(join(project, 'subagents'))
    } else yield project
  }
}

function open(): (record: JsonObject) => SessionNews | null {
  return (record) => {
    const provenance = text(record['provenance'])
    if (record['type'] !== 'user' || (provenance !== '' && provenance !== 'real_user')) return null
    const asked = textOfParts(object(record['message'])['parts'])
    return { opensTurn: true, asked, cwd: text(record['cwd']), branch: text(record['gitBranch']) }
  }
}

export const sessions: SessionPlace = {
  agent: 'qwen',
  title: 'Qwen Code',
  variables: VARIABLES,
  folder,
  list,
  format: { cues: ['"type":"user"'], open, figures: { costUsd: 'turn', tokens: 'turn' } },
  living: () => unknownLiving,
}
