/**
 * The task loop: attempts, lessons and plans until the task is done, waits, or needs a person.
 *
 * T1 Everything that decides is in the store: killed anywhere and started again, the loop goes on where it was. T2 A
 * plan is recorded before it is carried out, and marked before its run begins; its run answers it. T3 A lesson is kept
 * before the plan that uses it. T4 Nothing starts while a gate is closed that it depends on. T5 One loop at a time works
 * on a task, by a lease. T6 No attempt starts with what the project's config executes before a person has trusted it, also
 * where the config changed under the loop. T7 No attempt starts on a card that a person deleted, broke or changed by hand
 * since Mayday wrote it. T8 Nothing is decided on the rows of a database that was put back before its runs were taken in
 * from their folders; a run that was decided on before does not begin.
 */
import { isLive, type DecidedOn, type RunRecord } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import { LiveRunError, StaleDecisionError, UnknownRunError } from '../record/store-errors.ts'
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
import type { TaskHouse } from './task-house.ts'
import { holdTask, leaseOf } from './task-lease.ts'
import { filtersLeftOut, missingInTree, ownTree, prepareTree } from './work-folder.ts'

export type TaskEnd = {
  readonly status: TaskStatus
  /** The last run; null where none was started. */
  readonly result: RunResult | null
}

export type TaskOptions = {
  /** Wait in the foreground for gates and pauses, or end where there is something to wait for? */
  readonly waits: boolean
}

export async function runTask(number: number, house: TaskHouse, options: TaskOptions): Promise<TaskEnd> {
  using _ = startBeating(house)
  await catchUp(house)
  taskOf(number, house)
  holdTask(number, house)
  try {
    locateCard(number, house)
    await recordSnapshots(taskOf(number, house), house)
    return await loop(number, house, options)
  } finally {
    releaseLease(leaseOf(number), house)
  }
}

async function loop(number: number, house: TaskHouse, options: TaskOptions): Promise<TaskEnd> {
  const { store } = house
  let result: RunResult | null = null
  let { generation } = store
  for (;;) {
    holdTask(number, house)
    await catchUp(house)
    if (store.generation !== generation) settleTakenIn(number, house)
    generation = store.generation
    try {
      const next = await goOn(number, house, options, result)
      if ('status' in next) return next
      result = next.result
    } catch (error) {
      if (!isOutdated(error, generation, house)) throw error
    }
  }
}

/** One turn of the loop. */
async function goOn(
  number: number,
  asked: TaskHouse,
  options: TaskOptions,
  result: RunResult | null,
): Promise<TaskEnd | { readonly result: RunResult }> {
  const looked = await asked.lookAgain?.(taskOf(number, asked))
  const task = taskOf(number, asked)
  const house = looked?.kind === 'agents' ? { ...asked, ...looked.agents } : asked
  // A person may start what they canceled or skipped; the loop by itself does not.
  const isAsked = result === null && !house.isPaced
  if (!isAsked && (task.status === 'canceled' || task.status === 'skipped'))
    return end(task, task.status, result, house)
  const runs = house.store.runsOf(number)
  const decidedOn = { generation: house.store.generation, lastRunId: runs.at(-1)?.runId ?? null }
  // The file may have been replaced while the config was read.
  if (!isCompared(house)) throw new StaleDecisionError()
  requireTakenIn(task, house)
  const last = lastCounting(runs, task)
  if (last !== null && isLive(last)) throw new LiveRunError(number, last.run)
  const step =
    last === null ? { kind: 'go' as const, plan: null } : await answer(task, runs, last, house, options)
  if (step.kind === 'end') return end(task, step.status, result, house)
  if (looked?.kind === 'untrusted')
    return end(
      task,
      giveUp(number, looked.why, house, { seen: task.status, actions: looked.actions }),
      result,
      house,
    )
  const ran = await attempt({ task, runs, plan: step.plan, decidedOn }, house, options)
  return 'status' in ran ? end(task, ran.status, result, house) : ran
}

type Step =
  | { readonly kind: 'go'; readonly plan: Plan | null }
  | { readonly kind: 'end'; readonly status: TaskStatus }

/** What follows from the last run: T3, then T2. */
async function answer(
  task: TaskRecord,
  runs: readonly RunRecord[],
  last: RunRecord,
  house: TaskHouse,
  options: TaskOptions,
): Promise<Step> {
  await learnFrom(last, task, house)
  crashPoint('lesson kept')
  const recorded = await planFor(task, runs, house)
  crashPoint('plan recorded')
  const { plan } = recorded
  if (plan.kind === 'none') return { kind: 'end', status: 'succeeded' }
  if (plan.kind === 'stop') return { kind: 'end', status: last.status === 'canceled' ? 'canceled' : 'failed' }
  return carryOut(task, recorded, house, options)
}

/** What the next attempt was decided on. */
type Decision = {
  readonly task: TaskRecord
  readonly runs: readonly RunRecord[]
  readonly plan: Plan | null
  readonly decidedOn: DecidedOn
}

/** One attempt, behind its gates. */
async function attempt(
  { task, runs, plan, decidedOn }: Decision,
  house: TaskHouse,
  { waits }: TaskOptions,
): Promise<{ readonly result: RunResult } | { readonly status: TaskStatus }> {
  const held = await holdAtGates(task, house, { waits })
  if (held.kind === 'waiting') return { status: 'waiting' }
  if (held.kind === 'canceled') return { status: 'canceled' }
  if (held.kind === 'changed') return { status: taskOf(task.task, house).status }
  try {
    const locked = await lockForRun(task, house, waits)
    if (locked.kind === 'canceled') return { status: 'canceled' }
    if (locked.kind === 'busy') return { status: task.status }
    const { runId } = locked
    // T8: before the card is told of a run that will not begin.
    if (house.store.isGone() || house.store.generation !== decidedOn.generation)
      throw new StaleDecisionError()
    const why = whyNotStarted(task, house)
    if (why !== null) return refuse(task, why, house)
    // T1: killed before this run is recorded, it is started again under the same id.
    if (!isStarted(task, runId, house)) {
      house.store.updateTask(task.task, { nextRunId: null })
      settleTask(task, house)
      return { status: taskOf(task.task, house).status }
    }
    const result = await runLocked(task, runId, house, (telling) =>
      start(
        {
          task: held.task,
          runs,
          plan: fitting(plan, held.task, asDoneBy(task, runs.at(-1), house.commandOf)),
          decidedOn,
        },
        telling,
        runId,
      ),
    )
    settleCanary(held.canaryOf, result, house)
    settleRun(task, result, house)
    tripBreaker(house)
    crashPoint('run settled')
    house.tell({ event: 'attempt:ended', task: task.task, result })
    return { result }
  } finally {
    leaveCanary(held.canaryOf, house)
  }
}

/** T7. */
function refuse(task: TaskRecord, why: string, house: TaskHouse): { readonly status: TaskStatus } {
  const escalation = refuseCard(task, why, house)
  house.tell({ event: 'task:escalated', task: task.task, escalation, cause: why })
  return { status: 'escalated' }
}

/** A cancel or skip that arrived in the meantime wins. What had ended before is started by a person. */
function isStarted({ task, status }: TaskRecord, runId: string, { store, clock }: TaskHouse): boolean {
  const event = isOver(status) ? 'run' : 'start'
  const set = { nextRunId: runId }
  return store.tryMove(task, event, { at: clock.now().toISOString(), set }) !== null
}

/** Another agent knows nothing of the session that was to be resumed. */
const fitting = (plan: Plan | null, now: TaskRecord, before: TaskRecord): Plan | null =>
  plan === null || agentNameOf(now) === agentNameOf(before) ? plan : { ...plan, sessionId: null }

async function start(
  { task, runs, plan, decidedOn }: Decision,
  house: TaskHouse,
  runId: string,
): Promise<RunResult> {
  const { store, tell } = house
  await prepareTree(task, house)
  const filters = await filtersLeftOut(task, house)
  if (filters.length > 0) tell({ event: 'tree:unfiltered', task: task.task, filters })
  const missing = missingInTree(task, house)
  if (missing.length > 0)
    tell({ event: 'tree:unprepared', task: task.task, tree: ownTree(task, house), missing })
  await markStart(task, house)
  completeOtherPhases(task, house)
  const prepared = await prepareAttempt(withCardWords(task, house), runs, plan, house)
  store.updateTask(task.task, { gate: null, waitUntil: null })
  tell({
    event: 'attempt:starting',
    task: task.task,
    attempt: runs.length + 1,
    placement: prepared.agent.placement,
  })
  crashPoint('attempt prepared')
  return await startAttempt(task, runs, prepared, plan, house, { runId, decidedOn })
}

function end(task: TaskRecord, status: TaskStatus, result: RunResult | null, house: TaskHouse): TaskEnd {
  const { store, clock } = house
  const event = endEvents[status]
  const now = { at: clock.now().toISOString(), seen: task.status }
  if (task.status !== status && event !== undefined) store.tryMove(task.task, event, now)
  house.tell({ event: 'task:ended', task: task.task, status })
  return { status, result }
}

/** How the loop leaves a task. What a person said in the meantime wins. */
const endEvents: Partial<Record<TaskStatus, LoopEnd>> = {
  waiting: 'pause',
  escalated: 'escalate',
  succeeded: 'succeed',
  failed: 'fail',
  canceled: 'stop',
}

type LoopEnd = 'pause' | 'escalate' | 'succeed' | 'fail' | 'stop'

export function taskOf(number: number, { store }: TaskHouse): TaskRecord {
  const task = store.task(number)
  if (task === null) throw new UnknownRunError(`There is no task ${number}. See what there is: mayday tasks`)
  return task
}

/** The last run since a person said retry. */
export const lastCounting = (runs: readonly RunRecord[], { sinceRun }: TaskRecord): RunRecord | null =>
  runs.findLast(({ run }) => run > sinceRun) ?? null
