/** One attempt of the task loop: its gates, its locks, its run. The invariants (T1 to T8) are those of `run-task.ts`. */
import type { DecidedOn, RunRecord } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import { StaleDecisionError } from '../record/store-errors.ts'
import type { TaskRecord } from '../record/task.ts'
import { isOver, type TaskStatus } from '../record/task-states.ts'
import { asDoneBy } from '../recovery/fallback.ts'
import { agentNameOf } from '../recovery/gates.ts'
import type { Plan } from '../recovery/plan.ts'
import { crashPoint } from '../supervision/crash-point.ts'
import { prepareAttempt, startAttempt } from './attempt.ts'
import { completeOtherPhases } from './complete-phases.ts'
import { withCardWords } from './card-words.ts'
import { holdAtGates } from './hold-at-gates.ts'
import { refuseCard, whyNotStarted } from './look-at-card.ts'
import { markStart } from './save-work.ts'
import { lockForRun, runLocked, settleTask } from './locked-attempt.ts'
import { leaveCanary, settleCanary, settleRun, tripBreaker } from './settle.ts'
import type { TaskContext } from './task-context.ts'
import { filtersLeftOut, missingInTree, ownTree, prepareTree } from './work-folder.ts'

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
export async function makeAttempt(
  { task, runs, plan, decidedOn }: Decision,
  context: TaskContext,
  waits: boolean,
): Promise<Attempted> {
  const held = await holdAtGates(task, context, { waits })
  if (held.kind === 'waiting') return { status: 'waiting' }
  if (held.kind === 'canceled') return { status: 'canceled' }
  if (held.kind === 'changed') return { status: context.store.requireTask(task.task).status }
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
    return { status: context.store.requireTask(task.task).status }
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
  if (escalation === null) return { status: context.store.requireTask(task.task).status }
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
