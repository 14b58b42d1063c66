/**
 * The task loop: attempts, lessons and plans until the task is done, waits, or needs a person.
 *
 * T1 Everything that decides is in the store: killed anywhere and started again, the loop goes on where it was. T2 A
 * plan is recorded before it is carried out, and marked before its run begins; its run answers it. T3 A lesson is kept
 * before the plan that uses it. T4 Nothing starts while a gate is closed that it depends on. T5 One loop at a time works
 * on a task, by a lease.
 */
import { MaydayError } from '../errors.ts'
import type { RunRecord } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import { LiveRunError, UnknownRunError } from '../record/store-errors.ts'
import type { TaskRecord, TaskStatus } from '../record/task.ts'
import { accountOf } from '../recovery/account.ts'
import { agentNameOf } from '../recovery/gates.ts'
import type { Plan } from '../recovery/plan.ts'
import { crashPoint } from '../supervision/crash-point.ts'
import { parseIdentity } from '../supervision/reconcile.ts'
import { prepareAttempt, startAttempt } from './attempt.ts'
import { carryOut } from './carry-out.ts'
import { holdAtGates } from './hold-at-gates.ts'
import { learnFrom } from './learn.ts'
import { planFor } from './plan-run.ts'
import { markStart, recordSnapshots } from './save-work.ts'
import { settleCanary, settleRun, tripBreaker } from './settle.ts'
import type { TaskHouse } from './task-house.ts'

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
  taskOf(number, house)
  const lease = claimTask(number, house)
  try {
    await recordSnapshots(taskOf(number, house), house)
    return await loop(number, house, options)
  } finally {
    house.store.releaseLease(lease, ownerOf(house))
  }
}

/** T5: two loops over one task would plan twice. */
function claimTask(number: number, house: TaskHouse): string {
  const { store, processes } = house
  const name = `task:${number}`
  const held = store.lease(name)
  const owner = parseIdentity(held)
  const isFree = owner === null || processes.state(owner) === 'dead'
  if (isFree && store.claimLease(name, held, ownerOf(house))) return name
  throw new TaskBusyError(number, owner?.pid ?? null)
}

const ownerOf = ({ processes }: TaskHouse): string => JSON.stringify(processes.self())

class TaskBusyError extends MaydayError {
  constructor(task: number, pid: number | null) {
    const who = pid === null ? 'another process' : `process ${pid}`
    super('TASK_BUSY', `Task ${task} is being worked on by ${who}. Watch it: mayday history`)
  }
}

async function loop(number: number, house: TaskHouse, options: TaskOptions): Promise<TaskEnd> {
  let result: RunResult | null = null
  for (;;) {
    const task = taskOf(number, house)
    if (task.status === 'skipped') return end(task, 'skipped', result, house)
    const runs = house.store.runsOf(number)
    const last = lastCounting(runs, task)
    if (last !== null && isLive(last)) throw new LiveRunError(number, last.run)
    const step =
      last === null ? { kind: 'go' as const, plan: null } : await answer(task, runs, last, house, options)
    if (step.kind === 'end') return end(task, step.status, result, house)
    const ran = await attempt(task, runs, step.plan, house, options)
    if ('status' in ran) return end(task, ran.status, result, house)
    result = ran.result
  }
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
  learnFrom(last, task, house)
  crashPoint('lesson kept')
  const recorded = await planFor(task, runs, house)
  crashPoint('plan recorded')
  const { plan } = recorded
  if (plan.kind === 'none') return { kind: 'end', status: 'succeeded' }
  if (plan.kind === 'stop') return { kind: 'end', status: last.status === 'canceled' ? 'canceled' : 'failed' }
  return carryOut(task, recorded, house, options)
}

/** One attempt, behind its gates. */
async function attempt(
  task: TaskRecord,
  runs: readonly RunRecord[],
  plan: Plan | null,
  house: TaskHouse,
  { waits }: TaskOptions,
): Promise<{ readonly result: RunResult } | { readonly status: TaskStatus }> {
  const { store, env, tell } = house
  const held = await holdAtGates(task, house, { waits, account: accountOf(agentNameOf(task), env) })
  if (held.kind === 'waiting') return { status: 'waiting' }
  if (held.kind === 'canceled') return { status: 'canceled' }
  if (store.task(task.task)?.status === 'skipped') return { status: 'skipped' }
  await markStart(task, house)
  const prepared = prepareAttempt(task, runs, plan, house)
  store.updateTask(task.task, { status: 'running', gate: null, waitUntil: null })
  tell({
    event: 'attempt:starting',
    task: task.task,
    attempt: runs.length + 1,
    placement: prepared.agent.placement,
  })
  crashPoint('attempt prepared')
  const result = await startAttempt(task, prepared, plan, house)
  settleCanary(held.canaryOf, result, house)
  settleRun(task, result, house)
  tripBreaker(house)
  crashPoint('run settled')
  tell({ event: 'attempt:ended', task: task.task, result })
  return { result }
}

function end(task: TaskRecord, status: TaskStatus, result: RunResult | null, house: TaskHouse): TaskEnd {
  if (task.status !== status) house.store.updateTask(task.task, { status })
  house.tell({ event: 'task:ended', task: task.task, status })
  return { status, result }
}

export function taskOf(number: number, { store }: TaskHouse): TaskRecord {
  const task = store.task(number)
  if (task === null) throw new UnknownRunError(`There is no task ${number}. See what there is: mayday tasks`)
  return task
}

/** The last run since a person said retry. */
export const lastCounting = (runs: readonly RunRecord[], { sinceRun }: TaskRecord): RunRecord | null =>
  runs.findLast(({ run }) => run > sinceRun) ?? null

const isLive = ({ status }: RunRecord): boolean => status === 'launching' || status === 'running'
