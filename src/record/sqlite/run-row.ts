import * as v from 'valibot'
import { planKinds, reasonNames } from '../../reasons/reason.ts'
import { stages } from '../../reasons/stages.ts'
import type { Correction, RunRecord } from '../run.ts'
import { names } from '../schema.ts'
import { runActionsOf, runStatuses } from '../run-states.ts'
import {
  runDiagnosisSchema,
  stageReportSchema,
  type RunDiagnosis,
  type RunResult,
  type VerifyReport,
} from '../run-result.ts'
import type { RunStatus } from '../run-states.ts'
import { endingIn } from './ending-columns.ts'
import {
  among,
  flag,
  instant,
  instantOrNull,
  jsonIn,
  number,
  numberOrNull,
  text,
  textOrNull,
  type Row,
} from './row.ts'

/** The columns of a RunRecord, with the run's last verdict and last correction. */
export const RUN_COLUMNS = `runs.*, tasks.id AS task_id, tasks.title,
  corrections.note AS correction_note, corrections.at AS corrected_at,
  (SELECT diagnosis FROM diagnoses WHERE diagnoses.run = runs.number ORDER BY diagnoses.number DESC LIMIT 1) AS diagnosis`

export const RUN_TABLES = `runs JOIN tasks ON tasks.number = runs.task
  LEFT JOIN corrections ON corrections.number = runs.correction`

export const statusOf = (row: Row): RunStatus => runStatusIn(row, 'status')

export function runStatusIn(row: Row, column: string): RunStatus {
  const status = among(runStatuses, row, column)
  if (status === null) throw new TypeError(`its ${column} is '${String(row[column])}'`)
  return status
}

export const diagnosisIn = (row: Row): RunDiagnosis => jsonIn(runDiagnosisSchema, row, 'diagnosis')

const stageReports = v.array(stageReportSchema)

export const changedFilesOf = (row: Row): readonly string[] | null =>
  row['changed_files'] === null ? null : jsonIn(names, row, 'changed_files')

export function runRecordOf(row: Row): RunRecord {
  const status = statusOf(row)
  return {
    runId: text(row, 'id'),
    run: number(row, 'number'),
    task: number(row, 'task'),
    taskId: text(row, 'task_id'),
    attempt: number(row, 'attempt'),
    title: text(row, 'title'),
    flow: text(row, 'flow'),
    phase: textOrNull(row, 'phase'),
    card: textOrNull(row, 'card'),
    agent: textOrNull(row, 'agent'),
    command: text(row, 'command'),
    cwd: text(row, 'cwd'),
    branch: textOrNull(row, 'branch'),
    baseCommit: textOrNull(row, 'base_commit'),
    status,
    actions: runActionsOf(status),
    ending: endingIn(row),
    exitCode: numberOrNull(row, 'exit_code'),
    endSignal: textOrNull(row, 'end_signal'),
    stage: among(stages, row, 'stage'),
    reason: textOrNull(row, 'reason'),
    correction: correctionOf(row),
    summary: text(row, 'summary'),
    rejection: textOrNull(row, 'rejection'),
    circular: flag(row, 'circular'),
    diagnosis: textOrNull(row, 'diagnosis') === null ? null : diagnosisIn(row),
    plan: planOf(row),
    startedAt: instant(row, 'started_at'),
    endedAt: instantOrNull(row, 'ended_at'),
    durationMs: numberOrNull(row, 'duration_ms'),
    bytesRead: numberOrNull(row, 'bytes_read'),
    bytesWritten: numberOrNull(row, 'bytes_written'),
    turns: numberOrNull(row, 'turns'),
    costUsd: numberOrNull(row, 'cost_usd'),
    tokens: numberOrNull(row, 'tokens'),
    sessionId: textOrNull(row, 'session_id'),
    model: textOrNull(row, 'model'),
    changedFiles: changedFilesOf(row),
    verify: verifyOf(row),
    stages: jsonIn(stageReports, row, 'stages'),
    logPath: text(row, 'log_path'),
    origin: text(row, 'origin'),
    ...causeIn(row),
  }
}

/** Absent where the run did not fail, or its cause is not computed yet. */
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
