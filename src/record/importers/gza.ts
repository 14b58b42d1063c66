import type { DatabaseSync } from 'node:sqlite'
import { UnreadableInputError } from '../../errors.ts'
import { redact } from '../../secrets/secrets.ts'
import { isCorrupt } from '../sqlite/sqlite-error.ts'
import type { Row } from '../sqlite/row.ts'
import type { ImportedRun } from './imported-run.ts'
import { readForeign } from './open-foreign.ts'

/** What a gza database holds, and the tasks in it that never ran or still run. */
export type GzaTasks = {
  readonly schema: number
  readonly runs: readonly ImportedRun[]
  readonly pending: number
}

/** From this schema on, failed tasks carry a reason. Before it a failure is UNKNOWN, as gza's own migration says. */
const FIRST_WITH_REASONS = 11

/** Reads a gza database of any schema and writes nothing there. */
export function readGza(path: string): GzaTasks {
  try {
    return readForeign(path, (db) => readTasks(db, path))
  } catch (error) {
    if (!isCorrupt(error)) throw error
    throw new UnreadableInputError(`${path} is a damaged database and cannot be imported.`, { cause: error })
  }
}

const tableExists = (db: DatabaseSync, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined

function readTasks(db: DatabaseSync, path: string): GzaTasks {
  const columns = db.prepare("SELECT name FROM pragma_table_info('tasks')").all()
  const has = (name: string): boolean => columns.some((column) => column['name'] === name)
  if (!tableExists(db, 'schema_version') || !['id', 'prompt', 'status', 'created_at'].every(has))
    throw new UnreadableInputError(
      `${path} is no gza database: it has no tasks as gza keeps them. Give the path of gza's own database, e.g. .gza/gza.db.`,
    )
  const version = db.prepare('SELECT max(version) AS version FROM schema_version').get()?.['version']
  const schema = typeof version === 'number' ? version : 0
  const rows = db.prepare('SELECT * FROM tasks ORDER BY created_at, id').all()
  const runs = rows.flatMap((row) => runOf(row, schema >= FIRST_WITH_REASONS))
  return { schema, runs, pending: rows.length - runs.length }
}

/** What gza calls done; the rest never ran, or runs now. */
const statuses: ReadonlyMap<string, ImportedRun['status']> = new Map([
  ['completed', 'succeeded'],
  ['unmerged', 'succeeded'],
  ['failed', 'failed'],
  ['dropped', 'canceled'],
])

function runOf(row: Row, hasReasons: boolean): ImportedRun[] {
  const word = textIn(row, 'status') ?? ''
  const status = statuses.get(word)
  if (status === undefined || (status === 'canceled' && textIn(row, 'started_at') === null)) return []
  const prompt = redact(textIn(row, 'prompt') ?? '')
  const createdAt = textIn(row, 'created_at') ?? ''
  const endedAt = instantIn(row, 'completed_at')
  const startedAt = instantIn(row, 'started_at') ?? instantIn(row, 'created_at') ?? endedAt
  const seconds = numberIn(row, 'duration_seconds')
  return [
    {
      // Ids changed their form between schemas; the slug (once called task_id) and the moment of creation did not.
      key: `${textIn(row, 'slug') ?? textIn(row, 'task_id') ?? textIn(row, 'id') ?? ''}@${createdAt}`,
      title: titleOf(prompt),
      prompt,
      status,
      reason: status === 'failed' ? (hasReasons ? textIn(row, 'failure_reason') : 'UNKNOWN') : null,
      flow: textIn(row, 'task_type') ?? 'implement',
      agent: textIn(row, 'provider'),
      branch: textIn(row, 'branch'),
      logPath: textIn(row, 'log_file') ?? '',
      startedAt: startedAt ?? new Date(0).toISOString(),
      endedAt,
      durationMs: seconds === null ? null : seconds * 1000,
      turns:
        numberIn(row, 'num_turns_reported') ??
        numberIn(row, 'num_turns_computed') ??
        numberIn(row, 'num_turns'),
      costUsd: numberIn(row, 'cost_usd'),
      tokens: tokensIn(row),
      sessionId: textIn(row, 'session_id'),
      model: textIn(row, 'model'),
    },
  ]
}

const titleOf = (prompt: string): string => (prompt.trim().split('\n')[0] ?? '').slice(0, 200)

/** Columns differ between schemas: one that is not there is null. */
function textIn(row: Row, name: string): string | null {
  const value = row[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
}

const numberIn = (row: Row, name: string): number | null => {
  const value = row[name]
  return typeof value === 'number' ? value : null
}

function tokensIn(row: Row): number | null {
  const input = numberIn(row, 'input_tokens')
  const output = numberIn(row, 'output_tokens')
  return input === null && output === null ? null : (input ?? 0) + (output ?? 0)
}

/** A time without a zone is UTC in gza. */
function instantIn(row: Row, name: string): string | null {
  const value = textIn(row, name)
  if (value === null) return null
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value.replace(' ', 'T')}Z`)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
