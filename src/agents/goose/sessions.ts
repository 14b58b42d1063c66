import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { foreignRows, readForeign } from '../../record/importers/open-foreign.ts'
import type { Row } from '../../record/sqlite/row.ts'
import { tryJson } from '../../signals/bytes/try-json.ts'
import { objects, text, textOfParts } from '../../signals/json.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import { dataHome, folderOf, unknownLiving } from '../session-files.ts'
import { jsonOf, keyIn, listDatabase, numberOf, textOf } from '../session-database.ts'
import type { FoundSession, SessionNews, SessionPlace } from '../session-place.ts'

const VARIABLES = ['GOOSE_PATH_ROOT']

const folder: SessionPlace['folder'] = (env) =>
  env['GOOSE_PATH_ROOT'] === undefined
    ? join(dataHome(env), 'goose/sessions')
    : join(folderOf(env, VARIABLES, ''), 'data/sessions')

/** Goose writes times as `2026-11-16 16:07:45`, in UTC. */
const instantMs = (row: Row, column: string): number => {
  const ms = Date.parse(`${textOf(row, column).replace(' ', 'T')}Z`)
  return Number.isNaN(ms) ? 0 : ms
}

const SESSIONS = `SELECT sessions.*, count(messages.id) AS messages
  FROM sessions LEFT JOIN messages ON messages.session_id = sessions.id GROUP BY sessions.id`

/** Goose does not record the session that a subagent belongs to. */
const isSubagent = (row: Row): boolean => /^(?:sub_agent|hidden)$/.test(textOf(row, 'session_type'))

function listIn(db: DatabaseSync, path: string): readonly FoundSession[] {
  const own = foreignRows(db, SESSIONS).filter((row) => !isSubagent(row))
  return own.map((row) => {
    const id = textOf(row, 'id')
    const [costUsd, tokens] = [row['accumulated_cost'], row['accumulated_total_tokens']]
    return {
      key: keyIn(path, id),
      id,
      path,
      size: numberOf(row, 'messages'),
      changedMs: instantMs(row, 'updated_at'),
      cwd: textOf(row, 'working_dir'),
      ...(typeof costUsd === 'number' ? { costUsd } : {}),
      ...(typeof tokens === 'number' ? { tokens } : {}),
    }
  })
}

/** The messages as its session files had them, and a closing record after an answer that calls no tool. */
function recordsIn(db: DatabaseSync, id: string): readonly string[] {
  const rows = foreignRows(db, 'SELECT * FROM messages WHERE session_id = ? ORDER BY id', id)
  return rows.flatMap((row) => recordsOf(row)).map((record) => JSON.stringify(record))
}

function recordsOf(row: Row): readonly JsonObject[] {
  const role = textOf(row, 'role')
  const content = objects(tryJson(textOf(row, 'content_json')))
  const created = numberOf(row, 'created_timestamp')
  const message = { role, created, content, metadata: jsonOf(row, 'metadata_json') }
  const isAnswer =
    role === 'assistant' &&
    textOfParts(content).trim() !== '' &&
    content.every(({ type }) => type !== 'toolRequest')
  return isAnswer ? [message, { type: 'complete', created, total_tokens: null }] : [message]
}

function open(): (record: JsonObject) => SessionNews | null {
  return (record) => {
    const content = objects(record['content'])
    if (record['role'] !== 'user' || content.some(({ type }) => type === 'toolResponse')) return null
    return { opensTurn: true, asked: content.map((part) => text(part['text'])).join('\n') }
  }
}

export const sessions: SessionPlace = {
  agent: 'goose',
  title: 'Goose',
  variables: [...VARIABLES, 'XDG_DATA_HOME'],
  folder,
  list: ({ env }) => {
    const path = join(folder(env), 'sessions.db')
    return listDatabase(path, (db) => listIn(db, path))
  },
  format: { cues: ['{"role":"user"'], stamp: 'created', open, figures: { costUsd: 'turn', tokens: 'turn' } },
  records: ({ path, id }) => readForeign(path, (db) => recordsIn(db, id)),
  living: () => unknownLiving,
}
