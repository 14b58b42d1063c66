import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { foreignRows, readForeign } from '../../record/importers/open-foreign.ts'
import type { Row } from '../../record/sqlite/row.ts'
import { object, text } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import { dataHome, entriesOf, unknownLiving } from '../session-files.ts'
import { jsonOf, keyIn, listDatabase, numberOf, textOf } from '../session-database.ts'
import type { FoundSession, Listed, Look, SessionNews, SessionPlace } from '../session-place.ts'

/** OpenCode writes the end of a turn into its message. The row of the session may stay unchanged. */
const SESSIONS = `SELECT session.*, turns.messages, turns.message_updated
  FROM session LEFT JOIN (
    SELECT session_id, count(*) AS messages, max(time_updated) AS message_updated FROM message GROUP BY session_id
  ) AS turns ON turns.session_id = session.id`

function listIn(db: DatabaseSync, path: string): readonly FoundSession[] {
  return foreignRows(db, SESSIONS).map((row) => {
    const [id, parent] = [textOf(row, 'id'), textOf(row, 'parent_id')]
    const tokens = numberOf(row, 'tokens_input') + numberOf(row, 'tokens_output')
    return {
      key: keyIn(path, id),
      id,
      path,
      size: tokens + numberOf(row, 'messages'),
      changedMs: Math.max(numberOf(row, 'time_updated'), numberOf(row, 'message_updated')),
      cwd: textOf(row, 'directory'),
      ...(parent === '' ? {} : { parent }),
      ...('cost' in row ? { costUsd: numberOf(row, 'cost') } : {}),
      ...('tokens_input' in row ? { tokens } : {}),
    }
  })
}

/** The type under which OpenCode's stream prints a part. */
const STREAM_TYPES: Readonly<Record<string, string>> = {
  'step-start': 'step_start',
  'step-finish': 'step_finish',
  tool: 'tool_use',
  text: 'text',
  reasoning: 'reasoning',
}

/** The messages of a session in the form of OpenCode's own stream. */
function recordsIn(db: DatabaseSync, sessionID: string): readonly string[] {
  const parts = Map.groupBy(
    foreignRows(db, 'SELECT * FROM part WHERE session_id = ? ORDER BY time_created, id', sessionID),
    (row) => textOf(row, 'message_id'),
  )
  const messages = foreignRows(
    db,
    'SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id',
    sessionID,
  )
  return messages
    .flatMap((message) => recordsOf(message, parts.get(textOf(message, 'id')) ?? [], sessionID))
    .map((record) => JSON.stringify(record))
}

function recordsOf(message: Row, parts: readonly Row[], sessionID: string): readonly JsonObject[] {
  const told = jsonOf(message, 'data')
  const timestamp = numberOf(message, 'time_created')
  if (told['role'] === 'user') {
    const asked = parts.flatMap((part) => wordsOf(jsonOf(part, 'data'))).join('\n')
    const model = text(object(told['model'])['modelID'])
    // A message without words of the person is from OpenCode itself, which sends one when it shortens the conversation.
    return asked === '' ? [] : [{ type: 'prompt', timestamp, sessionID, asked: unquoted(asked), model }]
  }
  const spoken = parts.flatMap((row) => streamed(row, message, sessionID))
  const failed = object(told['error'])
  const endedMs = numberOf(message, 'time_updated')
  return Object.keys(failed).length === 0
    ? spoken
    : [...spoken, { type: 'error', timestamp: endedMs, sessionID, error: failed }]
}

/** The words of the person. OpenCode adds others, for example the content of a file that the person named. */
function wordsOf(part: JsonObject): readonly string[] {
  const said = text(part['text'])
  const isAdded = part['synthetic'] === true || said.trimStart().startsWith('<system-reminder>')
  return said === '' || isAdded ? [] : [said]
}

/** `opencode run` keeps its argument in quotes. */
const unquoted = (asked: string): string => /^"([^"]*)"$/s.exec(asked)?.[1] ?? asked

function streamed(row: Row, message: Row, sessionID: string): readonly JsonObject[] {
  const part = jsonOf(row, 'data')
  const type = STREAM_TYPES[text(part['type'])]
  if (type === undefined) return []
  const timestamp = numberOf(row, 'time_updated')
  return [{ type, timestamp, sessionID, part: { ...part, messageID: textOf(message, 'id') } }]
}

function open(): (record: JsonObject) => SessionNews | null {
  return (record) =>
    record['type'] === 'prompt'
      ? { opensTurn: true, asked: text(record['asked']), model: text(record['model']) }
      : null
}

/** Each channel other than the default one has a separate database: `opencode-dev.db`. */
const isDatabase = (file: string, name: string): boolean =>
  file.startsWith(name) && /^(?:-[\w.]{1,40})?\.db$/.test(file.slice(name.length))

/** The sessions of OpenCode, and of agents that are built from it: the same tables in a folder of another name. */
export function databaseSessions(agent: string, title: string): SessionPlace {
  const folder: SessionPlace['folder'] = (env) => join(dataHome(env), agent)
  function* list({ env }: Look): Generator<Listed> {
    for (const entry of entriesOf(folder(env))) {
      if ('unreadable' in entry) yield entry
      else if (entry.isFile() && isDatabase(entry.name, agent)) {
        const path = join(folder(env), entry.name)
        yield* listDatabase(path, (db) => listIn(db, path))
      }
    }
  }
  return {
    agent,
    title,
    variables: ['XDG_DATA_HOME'],
    folder,
    list,
    format: {
      cues: ['{"type":"prompt"'],
      makesPrompts: true,
      open,
      figures: { costUsd: 'turn', tokens: 'turn' },
    },
    records: ({ path, id }) => readForeign(path, (db) => recordsIn(db, id)),
    living: () => unknownLiving,
  }
}

export const sessions: SessionPlace = databaseSessions('opencode', 'OpenCode')
