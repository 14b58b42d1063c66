/**
 * The task loop: attempts, lessons and plans until the task is done, waits, or needs a person.
 *
 * - T1 Every input of a decision is in the store. If the loop is killed anywhere, a new loop continues where it
 *   stopped.
 * - T2 A plan is recorded before it is carried out, and marked as done before its run starts. Its run answers it.
 * - T3 A lesson is stored before the plan that uses it.
 * - T4 No run starts while a gate that it depends on is closed.
 * - T5 A lease ensures that only one loop works on a task.
 * - T6 No attempt starts with config values that it executes and a person has not trusted, even if the config changed
 *   during the loop.
 * - T7 No attempt starts on a card that a person deleted, broke or changed since Mayday wrote it.
 * - T8 After a restore of the database, nothing is decided on its rows before its runs were imported from their
 *   folders. A run that was decided on before the restore does not start.
 */
import { isLive, type RunRecord } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import { LiveRunError, StaleDecisionError } from '../record/store-errors.ts'
import type { TaskRecord } from '../record/task.ts'
import type { TaskStatus } from '../record/task-states.ts'
import type { Plan } from '../recovery/plan.ts'
import { crashPoint } from '../supervision/crash-point.ts'
import { releaseLease } from '../supervision/lease.ts'
import { startBeating } from '../supervision/owners.ts'
import { carryOut } from './carry-out.ts'
import { catchUp, isOutdated, settleTakenIn } from './catch-up.ts'
import { locateCard } from './find-card.ts'
import { giveUp } from './give-up.ts'
import { learnFrom } from './learn.ts'
import { makeAttempt } from './make-attempt.ts'
import { planFor } from './plan-run.ts'
import { recordSnapshots } from './save-work.ts'
import { isCompared, requireImported } from './import-lost-runs.ts'
import type { TaskContext } from './task-context.ts'
import { holdTask, leaseOf } from './task-lease.ts'

export type TaskEnd = {
  readonly status: TaskStatus
  /** The last run. Null if none was started. */
  readonly result: RunResult | null
}

export type TaskOptions = {
  /** True: wait in the foreground for gates and pauses. False: return if there is something to wait for. */
  readonly waits: boolean
  /** Make no other run than the one with this id: what follows from it is decided here, and done elsewhere. */
  readonly only?: string
}

export async function runTask(number: number, context: TaskContext, options: TaskOptions): Promise<TaskEnd> {
  using _ = startBeating(context)
  await catchUp(context)
  context.store.requireTask(number)
  holdTask(number, context)
  try {
    locateCard(number, context)
    await recordSnapshots(context.store.requireTask(number), context)
    return await loop(number, context, options)
  } finally {
    releaseLease(leaseOf(number), context)
  }
}

async function loop(number: number, context: TaskContext, options: TaskOptions): Promise<TaskEnd> {
  const { store } = context
  let result: RunResult | null = null
  let { generation } = store
  for (;;) {
    holdTask(number, context)
    await catchUp(context)
    if (store.generation !== generation) settleTakenIn(number, context)
    generation = store.generation
    try {
      const next = await takeStep(number, context, options, result)
      if ('status' in next) return next
      result = next.result
    } catch (error) {
      if (!isOutdated(error, generation, context)) throw error
    }
  }
}

/** One iteration of the loop. */
async function takeStep(
  number: number,
  asked: TaskContext,
  options: TaskOptions,
  result: RunResult | null,
): Promise<TaskEnd | { readonly result: RunResult }> {
  const looked = await asked.lookAgain?.(asked.store.requireTask(number))
  const task = asked.store.requireTask(number)
  const context = looked?.kind === 'agents' ? { ...asked, ...looked.agents } : asked
  // A person may start a task that was canceled or skipped. The loop does not do that automatically.
  const isAsked = result === null && !context.isPaced
  if (!isAsked && (task.status === 'canceled' || task.status === 'skipped'))
    return end(task, task.status, result, context)
  const runs = context.store.runsOf(number)
  const decidedOn = { generation: context.store.generation, lastRunId: runs.at(-1)?.runId ?? null }
  // The file may have been replaced while the config was read.
  if (!isCompared(context)) throw new StaleDecisionError()
  requireImported(task, context)
  const last = lastCounting(runs, task)
  if (last !== null && isLive(last)) throw new LiveRunError(number, last.run)
  const step =
    last === null ? { kind: 'go' as const, plan: null } : await answer(task, runs, last, context, options)
  if (step.kind === 'end') return end(task, step.status, result, context)
  if (isMade(options.only, context)) return end(task, 'queued', result, context)
  if (looked?.kind === 'untrusted')
    return end(
      task,
      giveUp(number, looked.why, context, { seen: task.status, actions: looked.actions }),
      result,
      context,
    )
  const ran = await makeAttempt({ task, runs, plan: step.plan, decidedOn }, context, options.waits)
  return 'status' in ran ? end(task, ran.status, result, context) : ran
}

/** Has the only run that was asked for ended? */
function isMade(only: string | undefined, { store }: TaskContext): boolean {
  const run = only === undefined ? null : store.find(only)
  return run !== null && !isLive(run)
}

type Step =
  | { readonly kind: 'go'; readonly plan: Plan | null }
  | { readonly kind: 'end'; readonly status: TaskStatus }

/** What follows from the last run: T3, then T2. */
async function answer(
  task: TaskRecord,
  runs: readonly RunRecord[],
  last: RunRecord,
  context: TaskContext,
  options: TaskOptions,
): Promise<Step> {
  await learnFrom(last, task, context)
  crashPoint('lesson kept')
  const recorded = await planFor(task, runs, context)
  crashPoint('plan recorded')
  const { plan } = recorded
  if (plan.kind === 'none') return { kind: 'end', status: 'succeeded' }
  if (plan.kind === 'stop') return { kind: 'end', status: last.status === 'canceled' ? 'canceled' : 'failed' }
  return carryOut(task, recorded, context, options)
}

function end(task: TaskRecord, status: TaskStatus, result: RunResult | null, context: TaskContext): TaskEnd {
  const { store, clock } = context
  const event = endEvents[status]
  const now = { at: clock.now().toISOString(), seen: task.status }
  if (task.status !== status && event !== undefined) store.tryMove(task.task, event, now)
  context.tell({ event: 'task:ended', task: task.task, status })
  return { status, result }
}

/** The event with which the loop leaves a task. A person's decision in the meantime wins. */
const endEvents: Partial<Record<TaskStatus, LoopEnd>> = {
  waiting: 'pause',
  escalated: 'escalate',
  succeeded: 'succeed',
  failed: 'fail',
  canceled: 'stop',
}

type LoopEnd = 'pause' | 'escalate' | 'succeed' | 'fail' | 'stop'

/** The last run since the last manual retry. */
export const lastCounting = (runs: readonly RunRecord[], { sinceRun }: TaskRecord): RunRecord | null =>
  runs.findLast(({ run }) => run > sinceRun) ?? null
