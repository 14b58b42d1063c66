/**
 * V1 `writeVerdict` is the only writer of a run's reason.
 * V2 The table of run states decides whether a status may change.
 * V3 Every verdict is kept in `diagnoses`. A person's correction is stored separately, and no verdict overwrites it.
 */
import type { DatabaseSync } from 'node:sqlite'
import { UsageError } from '../../errors.ts'
import type { Stage } from '../../reasons/stages.ts'
import type { Correction, RunIntent } from '../run.ts'
import type { RunDiagnosis, RunResult } from '../run-result.ts'
import { isLiveStatus, mayBecome, runActionsOf, type EndedRunStatus } from '../run-states.ts'
import { UnknownRunError } from '../store-errors.ts'
import type { KeptTask } from '../task.ts'
import { writeCause } from './causes.ts'
import { insert, updateRun, whole, type Columns } from './insert.ts'
import { insertRun, taskAgain } from './live-runs.ts'
import { readRows } from './read-rows.ts'
import { number, text, textOrNull } from './row.ts'
import { endingColumns } from './ending-columns.ts'
import { diagnosisIn, runColumns, statusOf } from './run-row.ts'
import { addTestRun } from './test-runs.ts'

export type Verdict = {
  readonly status: EndedRunStatus
  readonly reason: string | null
  readonly stage: Stage | null
  readonly circular: boolean
}

/** V1. */
export function writeVerdict(
  db: DatabaseSync,
  run: number,
  { status, reason, stage, circular }: Verdict,
): void {
  db.prepare('UPDATE runs SET status = ?, reason = ?, stage = ?, circular = ? WHERE number = ?').run(
    status,
    status === 'failed' ? reason : null,
    stage,
    circular ? 1 : 0,
    run,
  )
}

/** Fields that a result does not contain, for a store that lost the row. */
export type Extra = Partial<
  Pick<RunIntent, 'title' | 'prompt' | 'command' | 'cwd' | 'baseCommit' | 'task'>
> & {
  /** The definition of its task. */
  readonly kept?: KeptTask
}

/** Records how a run ended. A run that the store does not know is inserted. False if nothing changed (V2). */
export function finishRun(db: DatabaseSync, result: RunResult, extra: Extra): boolean {
  const row = db.prepare('SELECT number, status FROM runs WHERE id = ?').get(result.runId)
  if (row !== undefined && !mayBecome(result.status, statusOf(row), 'finish')) return false
  const run = row === undefined ? adopt(db, result, extra) : number(row, 'number')
  updateRun(db, run, outcomeColumns(result))
  writeVerdict(db, run, result)
  for (const tests of result.tests ?? []) addTestRun(db, run, tests, result.endedAt)
  if (result.diagnosis !== null) keepDiagnosis(db, run, result.diagnosis, result.endedAt)
  writeCause(db, run)
  return true
}

/** Inserts the run as it was before it ended, under its own number if that is free. */
function adopt(db: DatabaseSync, result: RunResult, extra: Extra): number {
  const { title = `run ${result.run}`, prompt = null, command = '', cwd = '', baseCommit = null } = extra
  const was = { taskId: result.taskId, ...(extra.task === undefined ? {} : { task: extra.task }) }
  const task = taskAgain(db, { ...result, title, prompt, cwd }, was, extra.kept)
  // Inserted without a supervisor, as an ended run: its task may have another live run.
  const intent = { ...result, command, cwd, baseCommit, supervisor: null }
  return insertRun(db, intent, { task, taskId: result.taskId, attempt: result.attempt }, result.run)
}

/** All fields of the result, except those that its start and its verdict write. */
function outcomeColumns(result: RunResult): Columns {
  const { runId, run, taskId, attempt, startedAt, ...ended } = result
  const { status, reason, stage, circular, diagnosis, ...outcome } = ended
  return {
    supervisor: null,
    ...runColumns(outcome),
    ...endingColumns(result.ending),
    ...planColumns(result.plan),
    ...verifyColumns(result.verify),
  }
}

const planColumns = (plan: RunResult['plan']): Columns => ({
  plan_kind: plan?.kind ?? null,
  plan_words: plan?.words ?? null,
  plan_retries: plan?.retries ?? null,
  plan_backoff: plan === null ? null : Number(plan.backoff),
  plan_until: plan?.until ?? null,
})

const verifyColumns = (verify: RunResult['verify']): Columns => ({
  verify_command: verify?.command ?? null,
  verify_passed: verify === null ? null : Number(verify.passed),
  verify_exit_code: verify?.exitCode ?? null,
  verify_reason: verify?.reason ?? null,
  verify_duration_ms: whole(verify?.durationMs ?? null),
})

export function keepDiagnosis(db: DatabaseSync, run: number, diagnosis: RunDiagnosis, at: string): void {
  const { classifier, reason, stage, rule, confidence } = diagnosis
  insert(db, 'diagnoses', {
    run,
    classifier,
    reason,
    stage,
    rule,
    confidence,
    diagnosis: JSON.stringify(diagnosis),
    at,
  })
}

/** Records the verdict of a newer classifier. False for a canceled or live run, which has no verdict to replace. */
export function rediagnoseRun(
  db: DatabaseSync,
  runId: string,
  {
    diagnosis,
    at,
    ...said
  }: { readonly diagnosis: RunDiagnosis; readonly at: string } & Partial<Pick<RunResult, 'summary' | 'plan'>>,
): boolean {
  const row = db.prepare('SELECT number, status FROM runs WHERE id = ?').get(runId)
  const { reason, stage, circular } = diagnosis
  const status = reason === null ? 'succeeded' : 'failed'
  if (row === undefined || !mayBecome(status, statusOf(row), 'rediagnose')) return false
  const run = number(row, 'number')
  writeVerdict(db, run, { status, reason, stage, circular })
  if (said.plan !== undefined) updateRun(db, run, planColumns(said.plan))
  if (said.summary !== undefined) updateRun(db, run, { summary: said.summary })
  keepDiagnosis(db, run, diagnosis, at)
  writeCause(db, run)
  return true
}

/** Records a person's correction. Earlier ones are kept; the last one counts. */
export function correctRun(db: DatabaseSync, run: number, { reason, note, at }: Correction): void {
  const row = db.prepare('SELECT status FROM runs WHERE number = ?').get(run)
  if (row === undefined) throw new UnknownRunError(`There is no run ${run}. List them: mayday history`)
  const status = statusOf(row)
  if (!runActionsOf(status).includes('correct'))
    throw new UsageError(
      isLiveStatus(status)
        ? `Run ${run} is still running. Correct it when it has ended.`
        : `Run ${run} was ${status}, and a ${status} run has no reason to correct.`,
    )
  const correction = insert(db, 'corrections', { run, reason, note, at })
  updateRun(db, run, { correction, corrected_reason: reason })
  writeCause(db, run)
}

/** One verdict of the classifier, as it was given. */
export type KeptVerdict = {
  readonly classifier: string
  readonly reason: string | null
  readonly at: string
  readonly diagnosis: RunDiagnosis
}

export const verdictsOf = (db: DatabaseSync, run: number): KeptVerdict[] =>
  readRows(
    db,
    'diagnoses',
    db
      .prepare(
        'SELECT number, classifier, reason, at, diagnosis FROM diagnoses WHERE run = ? ORDER BY number',
      )
      .all(run),
    (row) => ({
      classifier: text(row, 'classifier'),
      reason: textOrNull(row, 'reason'),
      at: text(row, 'at'),
      diagnosis: diagnosisIn(row),
    }),
  )

export const correctionsOf = (db: DatabaseSync, run: number): Correction[] =>
  db
    .prepare('SELECT reason, note, at FROM corrections WHERE run = ? ORDER BY number')
    .all(run)
    .map((row) => ({ reason: textOrNull(row, 'reason'), note: textOrNull(row, 'note'), at: text(row, 'at') }))
