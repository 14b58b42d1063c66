import * as v from 'valibot'
import { planKinds, reasonNames } from '../../reasons/reason.ts'
import { runRecordSchema, type Correction, type RunRecord } from '../run.ts'
import { names } from '../schema.ts'
import { runActionsOf, runStatuses } from '../run-states.ts'
import { runDiagnosisSchema, type RunDiagnosis, type RunResult, type VerifyReport } from '../run-result.ts'
import type { RunStatus } from '../run-states.ts'
import { endingIn } from './ending-columns.ts'
import type { Columns } from './insert.ts'
import { among, flag, jsonIn, number, numberOrNull, text, textOrNull, type Row } from './row.ts'
import { rowCodec } from './row-codec.ts'

/** Columns that a RunRecord takes from other tables: their SQL, and the value that stands for them in a bare row. */
const JOINED = {
  task_id: { sql: 'tasks.id', bare: '' },
  title: { sql: 'tasks.title', bare: '' },
  correction_note: { sql: 'corrections.note', bare: null },
  corrected_at: { sql: 'corrections.at', bare: null },
  diagnosis: {
    sql: '(SELECT diagnosis FROM diagnoses WHERE diagnoses.run = runs.number ORDER BY diagnoses.number DESC LIMIT 1)',
    bare: null,
  },
} as const

const joined = Object.entries(JOINED)

/** The columns of a RunRecord, with the run's last verdict and last correction. */
export const RUN_COLUMNS: string = ['runs.*', ...joined.map(([name, { sql }]) => `${sql} AS ${name}`)].join(
  ', ',
)

const BARE: Row = Object.fromEntries(joined.map(([name, { bare }]) => [name, bare]))

/** Throws if a row of the table `runs`, read alone, does not fit. */
export const checkRunRow = (row: Row): RunRecord => runRecordOf({ ...BARE, ...row })

export const RUN_TABLES = `runs JOIN tasks ON tasks.number = runs.task
  LEFT JOIN corrections ON corrections.number = runs.correction`

export const statusOf = (row: Row): RunStatus => runStatusIn(row, 'status')

export function runStatusIn(row: Row, column: string): RunStatus {
  const status = among(runStatuses, row, column)
  if (status === null) throw new TypeError(`its ${column} is '${String(row[column])}'`)
  return status
}

export const diagnosisIn = (row: Row): RunDiagnosis => jsonIn(runDiagnosisSchema, row, 'diagnosis')

export const changedFilesOf = (row: Row): readonly string[] | null =>
  row['changed_files'] === null ? null : jsonIn(names, row, 'changed_files')

/** Fields that have no column of their own. */
const composed = ['actions', 'ending', 'correction', 'plan', 'verify', 'cause'] as const

const runRow = rowCodec(v.omit(runRecordSchema, composed), { runId: 'id', run: 'number' })

export function runRecordOf(row: Row): RunRecord {
  const plain = runRow.read(row)
  return {
    ...plain,
    actions: runActionsOf(plain.status),
    ending: endingIn(row),
    correction: correctionOf(row),
    plan: planOf(row),
    verify: verifyOf(row),
    ...causeIn(row),
  }
}

type Plain = Omit<RunRecord, (typeof composed)[number]>

/** The columns of the given fields. An agent's own counts need not be integers, but the columns are. */
export const runColumns = (fields: Partial<Plain>): Columns => {
  const columns = runRow.write(fields)
  const counts = ['duration_ms', 'bytes_read', 'bytes_written', 'turns', 'tokens'].flatMap((name) => {
    const value = columns[name]
    return typeof value === 'number' ? [[name, Math.round(value)] as const] : []
  })
  return { ...columns, ...Object.fromEntries(counts) }
}

/** Absent if the run did not fail, or its cause is not computed yet. */
function causeIn(row: Row): Pick<RunRecord, 'cause'> {
  const cause = textOrNull(row, 'cause')
  return cause === null || cause === '' ? {} : { cause }
}

function correctionOf(row: Row): Correction | null {
  const at = textOrNull(row, 'corrected_at')
  if (at === null) return null
  return { reason: textOrNull(row, 'corrected_reason'), note: textOrNull(row, 'correction_note'), at }
}

function planOf(row: Row): RunResult['plan'] {
  const kind = among(planKinds, row, 'plan_kind')
  if (kind === null) return null
  const until = textOrNull(row, 'plan_until')
  return {
    kind,
    words: text(row, 'plan_words'),
    retries: number(row, 'plan_retries'),
    backoff: flag(row, 'plan_backoff'),
    ...(until === null ? {} : { until }),
  }
}

function verifyOf(row: Row): VerifyReport | null {
  const command = textOrNull(row, 'verify_command')
  if (command === null) return null
  return {
    command,
    passed: flag(row, 'verify_passed'),
    exitCode: numberOrNull(row, 'verify_exit_code'),
    reason: among(reasonNames, row, 'verify_reason'),
    durationMs: number(row, 'verify_duration_ms'),
  }
}
