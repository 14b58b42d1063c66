/**
 * Imports the tasks of gza.
 *
 * G1 A row that ran is a run.
 * G2 A retry or a resume (`based_on`, with the same prompt) is another run of the same task.
 * G3 A row that has not ended is a task that needs a person.
 * G4 gza's words become Mayday's reasons if one has the same meaning. The original word is kept.
 */
import { realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { UnreadableInputError } from '../../errors.ts'
import { reasonOfWord } from '../../reasons/dialects/gza.ts'
import { redact } from '../../secrets/secrets.ts'
import { isCorrupt } from '../sqlite/sqlite-error.ts'
import type { Row } from '../sqlite/row.ts'
import { instantIn, numberIn, textIn } from './foreign-row.ts'
import { unfinishedTasks } from './gza-tasks.ts'
import { readLineage, type Lineage } from './gza-lineage.ts'
import { titleOf } from '../title-of.ts'
import type { ImportedRun, ImportedTask } from './imported-run.ts'
import { locateLog } from './locate-log.ts'
import { foreignRows, readForeign } from './open-foreign.ts'

/** What a gza database holds. */
export type GzaTasks = {
  readonly schema: number
  readonly runs: readonly ImportedRun[]
  /** Tasks that are not done yet (G3). */
  readonly tasks: readonly ImportedTask[]
  /** The number of tasks that were dropped before they ran. */
  readonly pending: number
}

/** From this schema on, failed tasks have a reason. Before it a failure is UNKNOWN, as in gza's own migration. */
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
  const columns = foreignRows(db, "SELECT name FROM pragma_table_info('tasks')")
  const has = (name: string): boolean => columns.some((column) => column['name'] === name)
  if (!tableExists(db, 'schema_version') || !['id', 'prompt', 'status', 'created_at'].every(has))
    throw new UnreadableInputError(
      `${path} is not a gza database: it has no table of gza's tasks. Give the path of gza's database, e.g. .gza/gza.db.`,
    )
  const version = db.prepare('SELECT max(version) AS version FROM schema_version').get()?.['version']
  const schema = typeof version === 'number' ? version : 0
  const rows = foreignRows(db, 'SELECT * FROM tasks ORDER BY created_at, id')
  const lineage = readLineage(rows)
  const source = { hasReasons: schema >= FIRST_WITH_REASONS, lineage, place: placeOf(path) }
  const runs = rows.flatMap((row) => runOf(row, source))
  const tasks = unfinishedTasks(rows, lineage)
  return { schema, runs, tasks, pending: rows.length - runs.length - tasks.length }
}

type Source = {
  readonly hasReasons: boolean
  readonly lineage: Lineage
  readonly place: { readonly root: string; readonly folders: readonly string[] }
}

/** gza names its logs relative to the project that contains the folder `.gza`. */
function placeOf(path: string): Source['place'] {
  const folder = dirname(realpathSync(path))
  const root = basename(folder) === '.gza' ? dirname(folder) : folder
  return { root, folders: [root, folder] }
}

/** gza's words for a finished task (G1). */
const statuses: ReadonlyMap<string, ImportedRun['status']> = new Map([
  ['completed', 'succeeded'],
  ['unmerged', 'succeeded'],
  ['failed', 'failed'],
  ['dropped', 'canceled'],
])

function runOf(row: Row, { hasReasons, lineage, place }: Source): ImportedRun[] {
  const status = statuses.get(textIn(row, 'status') ?? '')
  if (status === undefined || (status === 'canceled' && textIn(row, 'started_at') === null)) return []
  const prompt = redact(textIn(row, 'prompt') ?? '')
  const seconds = numberIn(row, 'duration_seconds')
  const { key, taskId, summary } = lineage.of(row)
  return [
    {
      key,
      taskId,
      summary,
      title: titleOf(prompt),
      prompt,
      status,
      ...reasonOf(row, status, hasReasons),
      flow: textIn(row, 'task_type') ?? 'implement',
      agent: textIn(row, 'provider'),
      branch: textIn(row, 'branch'),
      logPath: locateLog(textIn(row, 'log_file') ?? '', place.root, place.folders),
      startedAt:
        instantIn(row, 'started_at') ??
        instantIn(row, 'created_at') ??
        instantIn(row, 'completed_at') ??
        new Date(0).toISOString(),
      endedAt: instantIn(row, 'completed_at'),
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

/** G4. A failure without a word is UNKNOWN in gza too. */
function reasonOf(
  row: Row,
  status: ImportedRun['status'],
  hasReasons: boolean,
): Pick<ImportedRun, 'reason' | 'word'> {
  if (status !== 'failed') return { reason: null }
  const word = hasReasons ? textIn(row, 'failure_reason') : null
  if (word === null || word === '') return { reason: 'UNKNOWN' }
  return { reason: reasonOfWord(word) ?? word, word }
}

function tokensIn(row: Row): number | null {
  const input = numberIn(row, 'input_tokens')
  const output = numberIn(row, 'output_tokens')
  return input === null && output === null ? null : (input ?? 0) + (output ?? 0)
}
