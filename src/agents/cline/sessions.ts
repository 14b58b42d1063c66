import { statSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { UnreadableInputError } from '../../errors.ts'
import { readPlain } from '../../record/plain-file.ts'
import { number, object, objects, parseObject, text } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import { openProcesses } from '../../supervision/processes/open-processes.ts'
import { isOlderThan, livingProcess } from '../process-start.ts'
import { folderOf, foldersIn, orUnreadable, sessionsIn } from '../session-files.ts'
import type { FoundSession, Listed, Living, Look, SessionNews, SessionPlace } from '../session-place.ts'
import { askedIn, END, MESSAGE, START } from './records.ts'

const SESSIONS = 'CLINE_SESSION_DATA_DIR'
const DATA = 'CLINE_DATA_DIR'

const folder: SessionPlace['folder'] = (env) => {
  const chosen = env[SESSIONS] ?? ''
  return isAbsolute(chosen) ? chosen : join(folderOf(env, [DATA], '.cline/data'), 'sessions')
}

/** `ID/ID.json` names the process and the end, `ID/ID.messages.json` is the conversation. */
const messagesBeside = (path: string): string => path.replace(/\.json$/, CONVERSATION)

function* list({ env }: Look): Generator<Listed> {
  for (const place of foldersIn(folder(env))) {
    if (typeof place !== 'string') yield place
    else {
      yield* orUnreadable(place, () => sessionIn(place))
      // A folder that cannot be read is already in the list.
      for (const one of sessionsIn(place, subagentOf(basename(place)), { parent: basename(place) }))
        if ('id' in one) yield one
    }
  }
}

const CONVERSATION = '.messages.json'

/** The conversations of subagents are beside that of their session. */
const subagentOf = (session: string) => (name: string) =>
  name.endsWith(CONVERSATION) && name !== `${session}${CONVERSATION}`
    ? name.slice(0, -CONVERSATION.length)
    : null

function* sessionIn(place: string): Generator<FoundSession> {
  const id = basename(place)
  const path = join(place, `${id}.json`)
  const found = [path, messagesBeside(path)].flatMap(
    (name) => statSync(name, { throwIfNoEntry: false }) ?? [],
  )
  if (found.length === 0) return
  yield {
    key: path,
    id,
    path,
    size: found.reduce((sum, { size }) => sum + size, 0),
    changedMs: Math.round(Math.max(...found.map(({ mtimeMs }) => mtimeMs))),
  }
}

/** A conversation is one JSON document, so that it can only be read as a whole. */
const MOST_BYTES = 256 * 1024 * 1024

function documentIn(path: string): JsonObject {
  const parsed = parseObject(readPlain(path, MOST_BYTES).toString())
  if (parsed === null) throw new UnreadableInputError(`it is not JSON; if Cline cannot resume it, delete it`)
  return parsed
}

function recordsIn({ path }: FoundSession): readonly string[] {
  const about = documentIn(path)
  const messages = messagesOf(path)
  const records: readonly JsonObject[] = [
    {
      type: START,
      timestamp: about['started_at'],
      session_id: about['session_id'],
      cwd: about['cwd'],
      model: about['model'],
    },
    ...(messages.length > 0 ? messages : [promptOf(about)]).map(messageRecord),
    ...(about['status'] === 'running'
      ? []
      : [{ type: END, timestamp: about['ended_at'], status: about['status'] }]),
  ]
  return records.map((record) => JSON.stringify(record))
}

function messagesOf(path: string): readonly JsonObject[] {
  const beside = messagesBeside(path)
  const isThere = statSync(beside, { throwIfNoEntry: false }) !== undefined
  return isThere ? objects(documentIn(beside)['messages']) : []
}

/** Until the first answer the conversation is empty. */
const promptOf = ({ prompt, started_at }: JsonObject): JsonObject => ({
  role: 'user',
  content: [{ type: 'text', text: prompt }],
  ts: Date.parse(text(started_at)),
})

const messageRecord = ({ role, content, ts, metadata, modelInfo, metrics }: JsonObject): JsonObject => ({
  type: MESSAGE,
  role,
  timestamp: ts,
  content,
  metadata,
  modelInfo,
  metrics,
})

function open(): (record: JsonObject) => SessionNews | null {
  return (record) => {
    if (record['type'] === START) return { cwd: text(record['cwd']), model: text(record['model']) }
    const asked = askedIn(record)
    return asked === '' ? null : { opensTurn: true, asked }
  }
}

/** Cline writes the session file, with its process, before the first prompt. */
function living(): Living {
  const processes = openProcesses()
  return {
    isAlive: ({ path }) => {
      if (statSync(path, { throwIfNoEntry: false }) === undefined) return false
      const about = object(parseObject(readPlain(path, MOST_BYTES).toString()))
      const found = livingProcess(processes, number(about['pid']) ?? -1)
      const startedMs = Date.parse(text(about['started_at']))
      return about['status'] === 'running' && found !== null && isOlderThan(found, startedMs)
    },
    isComplete: true,
  }
}

export const sessions: SessionPlace = {
  agent: 'cline',
  title: 'Cline',
  variables: [SESSIONS, DATA],
  folder,
  list,
  format: {
    cues: [`{"type":"${START}"`, `{"type":"${MESSAGE}","role":"user"`],
    butNot: ['"type":"tool_result"'],
    makesPrompts: true,
    open,
    figures: { costUsd: 'turn', tokens: 'turn' },
  },
  records: recordsIn,
  living,
}
