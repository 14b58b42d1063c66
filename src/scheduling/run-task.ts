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
import { isLive, type DecidedOn, type RunRecord } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import { LiveRunError, StaleDecisionError, UnknownTaskError } from '../record/store-errors.ts'
import type { TaskRecord } from '../record/task.ts'
import { isOver, type TaskStatus } from '../record/task-states.ts'
import { asDoneBy } from '../recovery/fallback.ts'
import { agentNameOf } from '../recovery/gates.ts'
import type { Plan } from '../recovery/plan.ts'
import { crashPoint } from '../supervision/crash-point.ts'
import { releaseLease } from '../supervision/lease.ts'
import { startBeating } from '../supervision/owners.ts'
import { prepareAttempt, startAttempt } from './attempt.ts'
import { carryOut } from './carry-out.ts'
import { catchUp, isOutdated, settleTakenIn } from './catch-up.ts'
import { completeOtherPhases } from './complete-phases.ts'
import { withCardWords } from './card-words.ts'
import { locateCard } from './find-card.ts'
import { giveUp } from './give-up.ts'
import { holdAtGates } from './hold-at-gates.ts'
import { learnFrom } from './learn.ts'
import { refuseCard, whyNotStarted } from './look-at-card.ts'
import { planFor } from './plan-run.ts'
import { markStart, recordSnapshots } from './save-work.ts'
import { lockForRun, runLocked, settleTask } from './locked-attempt.ts'
import { leaveCanary, settleCanary, settleRun, tripBreaker } from './settle.ts'
import { isCompared, requireTakenIn } from './take-in.ts'
import type { TaskContext } from './task-context.ts'
import { holdTask, leaseOf } from './task-lease.ts'
import { filtersLeftOut, missingInTree, ownTree, prepareTree } from './work-folder.ts'

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
  taskOf(number, context)
  holdTask(number, context)
  try {
    locateCard(number, context)
    await recordSnapshots(taskOf(number, context), context)
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
      const next = await goOn(number, context, options, result)
      if ('status' in next) return next
      result = next.result
    } catch (error) {
      if (!isOutdated(error, generation, context)) throw error
    }
  }
}

/** One iteration of the loop. */
async function goOn(
  number: number,
  asked: TaskContext,
  options: TaskOptions,
  result: RunResult | null,
): Promise<TaskEnd | { readonly result: RunResult }> {
  const looked = await asked.lookAgain?.(taskOf(number, asked))
  const task = taskOf(number, asked)
  const context = looked?.kind === 'agents' ? { ...asked, ...looked.agents } : asked
  // A person may start a task that was canceled or skipped. The loop does not do that automatically.
  const isAsked = result === null && !context.isPaced
  if (!isAsked && (task.status === 'canceled' || task.status === 'skipped'))
    return end(task, task.status, result, context)
  const runs = context.store.runsOf(number)
  const decidedOn = { generation: context.store.generation, lastRunId: runs.at(-1)?.runId ?? null }
  // The file may have been replaced while the config was read.
  if (!isCompared(context)) throw new StaleDecisionError()
  requireTakenIn(task, context)
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
  const ran = await attempt({ task, runs, plan: step.plan, decidedOn }, context, options)
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

/** The rows on which the next attempt was decided. */
type Decision = {
  readonly task: TaskRecord
  readonly runs: readonly RunRecord[]
  readonly plan: Plan | null
  readonly decidedOn: DecidedOn
}

/** The result of the run, or the status of a task that did not start one. */
type Attempted = { readonly result: RunResult } | { readonly status: TaskStatus }

/** One attempt, after its gates. */
async function attempt(
  { task, runs, plan, decidedOn }: Decision,
  context: TaskContext,
  { waits }: TaskOptions,
): Promise<Attempted> {
  const held = await holdAtGates(task, context, { waits })
  if (held.kind === 'waiting') return { status: 'waiting' }
  if (held.kind === 'canceled') return { status: 'canceled' }
  if (held.kind === 'changed') return { status: taskOf(task.task, context).status }
  try {
    const ran = await runOnce({ task, runs, plan, decidedOn }, held.task, context, waits)
    if ('status' in ran) return ran
    const { result } = ran
    settleCanary(held.canaryOf, result, context)
    settleRun(task, result, context)
    tripBreaker(context)
    crashPoint('run settled')
    context.tell({ event: 'attempt:ended', task: task.task, result })
    return ran
  } finally {
    leaveCanary(held.canaryOf, context)
  }
}

/** One run under its locks. `held` is the task as its gates left it. */
async function runOnce(
  { task, runs, plan, decidedOn }: Decision,
  held: TaskRecord,
  context: TaskContext,
  waits: boolean,
): Promise<Attempted> {
  const locked = await lockForRun(task, context, waits)
  if (locked.kind === 'canceled') return { status: 'canceled' }
  if (locked.kind === 'busy') return { status: task.status }
  const { runId } = locked
  // T8: checked before the card mentions a run that will not start.
  if (context.store.isGone() || context.store.generation !== decidedOn.generation)
    throw new StaleDecisionError()
  const why = whyNotStarted(task, context)
  if (why !== null) return refuse(task, why, context)
  // T1: if Mayday is killed before this run is recorded, it starts again under the same id.
  if (!isStarted(task, runId, context)) {
    context.store.updateTask(task.task, { nextRunId: null })
    settleTask(task, context)
    return { status: taskOf(task.task, context).status }
  }
  const fitted = fitting(plan, held, asDoneBy(task, runs.at(-1), context.commandOf))
  const result = await runLocked(task, runId, context, (telling) =>
    start({ task: held, runs, plan: fitted, decidedOn }, telling, runId),
  )
  return { result }
}

/** T7. */
function refuse(task: TaskRecord, why: string, context: TaskContext): { readonly status: TaskStatus } {
  const escalation = refuseCard(task, why, context)
  if (escalation === null) return { status: taskOf(task.task, context).status }
  context.tell({ event: 'task:escalated', task: task.task, escalation, cause: why })
  return { status: 'escalated' }
}

/** A cancel or skip that arrived in the meantime wins. A task that had already ended was started by a person. */
function isStarted({ task, status }: TaskRecord, runId: string, { store, clock }: TaskContext): boolean {
  const event = isOver(status) ? 'run' : 'start'
  const set = { nextRunId: runId }
  return store.tryMove(task, event, { at: clock.now().toISOString(), set }) !== null
}

/** Another agent does not know the session that was to be resumed. */
const fitting = (plan: Plan | null, now: TaskRecord, before: TaskRecord): Plan | null =>
  plan === null || agentNameOf(now) === agentNameOf(before) ? plan : { ...plan, sessionId: null }

async function start(
  { task, runs, plan, decidedOn }: Decision,
  context: TaskContext,
  runId: string,
): Promise<RunResult> {
  const { store, tell } = context
  await prepareTree(task, context)
  const filters = await filtersLeftOut(task, context)
  if (filters.length > 0) tell({ event: 'tree:unfiltered', task: task.task, filters })
  const missing = missingInTree(task, context)
  if (missing.length > 0)
    tell({ event: 'tree:unprepared', task: task.task, tree: ownTree(task, context), missing })
  await markStart(task, context)
  completeOtherPhases(task, context)
  const prepared = await prepareAttempt(withCardWords(task, context), runs, plan, context)
  store.updateTask(task.task, { gate: null, waitUntil: null })
  tell({
    event: 'attempt:starting',
    task: task.task,
    attempt: runs.length + 1,
    placement: prepared.agent.placement,
  })
  crashPoint('attempt prepared')
  return await startAttempt(task, runs, prepared, plan, context, { runId, decidedOn })
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

export function taskOf(number: number, { store }: TaskContext): TaskRecord {
  const task = store.task(number)
  if (task === null) throw new UnknownTaskError(number)
  return task
}

/** The last run since the last manual retry. */
export const lastCounting = (runs: readonly RunRecord[], { sinceRun }: TaskRecord): RunRecord | null =>
  runs.findLast(({ run }) => run > sinceRun) ?? null
