/**
 * Carries out a plan up to the start of its run.
 *
 * - C1 The work is saved before it is touched. If that fails, Mayday asks a person.
 * - C2 A step that is marked as done is not repeated.
 * - C3 A pause ends at its recorded time, also after a restart.
 */
import { failureOf } from '../record/run.ts'
import { orUnknown } from '../reasons/reason.ts'
import type { TaskRecord } from '../record/task.ts'
import type { TaskStatus } from '../record/task-states.ts'
import type { Cause } from '../recovery/decided-plan.ts'
import { escalationFor } from '../recovery/escalation.ts'
import type { Plan } from '../recovery/plan.ts'
import { gitTopLevel } from '../record/git.ts'
import { uuidv7 } from '../record/uuid.ts'
import { crashPoint } from '../supervision/crash-point.ts'
import { lockTask, unlockTask } from './locks.ts'
import type { RecordedPlan } from './plan-run.ts'
import { rollBackTask, saveWork } from './save-work.ts'
import { sleepUntil } from './sleep-until.ts'
import type { TaskContext } from './task-context.ts'
import { workTree } from './work-folder.ts'

export type CarriedOut =
  | { readonly kind: 'go'; readonly plan: Plan }
  | { readonly kind: 'end'; readonly status: TaskStatus }

export async function carryOut(
  task: TaskRecord,
  recorded: RecordedPlan,
  context: TaskContext,
  { waits }: { readonly waits: boolean },
): Promise<CarriedOut> {
  const { number, plan } = recorded
  const { store } = context
  if (plan.gateKey !== null && !recorded.isDone) closeGate(task, plan, context)
  crashPoint('gate closed')
  if (plan.kind === 'escalate' && recorded.isDone) return { kind: 'end', status: 'escalated' }
  if (plan.kind === 'escalate') return escalate(task, recorded, plan.escalation, context)
  if (plan.escalation !== null && !recorded.isDone) raise(task, plan.escalation, context)
  const refusal = recorded.isDone ? null : await prepare(task, plan, context)
  if (refusal !== null) return escalate(task, recorded, refusal, context)
  const paused = plan.gateKey === null ? await pauseFor(task, recorded, context, waits) : null
  if (paused !== null) return { kind: 'end', status: paused }
  store.endPlan(number, 'done')
  crashPoint('plan marked')
  return { kind: 'go', plan }
}

/** Prepares the work tree for the plan. Returns the cause if that was refused. */
async function prepare(task: TaskRecord, plan: Plan, context: TaskContext): Promise<Cause | null> {
  switch (plan.kind) {
    case 'rollback':
      if (task.card !== null && !context.autoRecover) return askToGoBack(task, plan, context)
      return plan.rollbackTo === null ? null : goBack(task, plan.rollbackTo, context)
    case 'continue':
      return saveWork(task, 'before a new session continues it', context)
    default:
      return null
  }
}

/** The tree is locked during the rollback, so that no run works in it. */
async function goBack(task: TaskRecord, to: string, context: TaskContext): Promise<Cause | null> {
  const lock = lockTask(task, uuidv7(context.clock.now().getTime()), context)
  const other = lock === null ? runIn(task, context) : `task ${lock.task}`
  try {
    return other === null ? await rollBackTask(task, to, context) : inTheWay(task, other)
  } finally {
    if (lock === null) unlockTask(task, context)
  }
}

const inTheWay = ({ task }: TaskRecord, other: string): Cause => ({
  key: `task:${task}:work-tree`,
  cause: `The rollback was refused: ${other} works in the same work tree.`,
  actions: [`mayday run --task ${task}`, `mayday snapshots ${task}`],
})

/** A live run in the work tree of the task that holds no lock. A person started it directly. */
function runIn(task: TaskRecord, context: TaskContext): string | null {
  const { store } = context
  const tree = workTree(task, context)
  const live = store
    .unfinished()
    .map(({ run }) => store.find(run))
    .find((run) => run !== null && run.task !== task.task && (gitTopLevel(run.cwd) ?? run.cwd) === tree)
  return live === null || live === undefined ? null : `run ${live.run}`
}

/**
 * Mayday does not roll back the work of a card automatically. It saves the work and offers the rollback to a person.
 */
async function askToGoBack(task: TaskRecord, plan: Plan, context: TaskContext): Promise<Cause> {
  const refusal = await saveWork(task, 'before a person decides about going back', context)
  if (refusal !== null) return refusal
  return {
    key: `task:${task.task}:go-back`,
    cause: `${plan.why} On a card, a rollback to ${(plan.rollbackTo ?? '').slice(0, 12)} needs a person, or cards.autoRecover: true.`,
    actions: [`mayday snapshots ${task.task}`, `mayday retry ${task.card ?? task.task}`],
  }
}

/** C3. Null if the pause is over. */
async function pauseFor(
  task: TaskRecord,
  { plan, startsAt }: RecordedPlan,
  { store, clock, watcher, tell }: TaskContext,
  waits: boolean,
): Promise<TaskStatus | null> {
  const until = new Date(startsAt)
  if (until.getTime() <= clock.now().getTime()) return null
  const pause = { at: clock.now().toISOString(), seen: task.status, set: { waitUntil: startsAt } }
  if (store.tryMove(task.task, 'pause', pause) === null) return store.task(task.task)?.status ?? 'canceled'
  tell({
    event: 'wait:started',
    task: task.task,
    until: startsAt,
    why: plan.why,
    next: `Continues automatically under: mayday work${waits ? '    To end the wait: Ctrl+C' : ''}`,
  })
  if (!waits) return 'waiting'
  return (await sleepUntil(until, clock, watcher.cancel)) ? null : 'canceled'
}

function closeGate(task: TaskRecord, plan: Plan, { store, clock }: TaskContext): void {
  if (plan.gateKey === null) return
  const known = store.gate(plan.gateKey)
  // The canary has just set the end of the gate. Only an escalation (no end time) overrides it.
  if (known !== null && plan.until === null) return void store.moveGate(known.key, null)
  if (known !== null && known.probes > 0) return
  const last = store.runsOf(task.task).at(-1)
  store.closeGate({
    key: plan.gateKey,
    reason: orUnknown(last === undefined ? null : failureOf(last)),
    until: plan.until,
    source: plan.source ?? 'a person opens it',
    zone: zoneIn(last?.summary ?? ''),
    closedAt: clock.now().toISOString(),
    probes: 0,
    canary: null,
    evidence: last?.summary ?? '',
  })
}

/** The time zone that the provider named, or the local one. */
const zoneIn = (words: string): string =>
  /\((UTC|[A-Z][A-Za-z]+\/[A-Za-z_/]+)\)/.exec(words)?.[1] ?? Intl.DateTimeFormat().resolvedOptions().timeZone

function escalate(
  task: TaskRecord,
  { number }: RecordedPlan,
  cause: Cause | null,
  context: TaskContext,
): CarriedOut {
  const why = cause ?? { key: `task:${task.task}`, cause: 'A person is needed.', actions: [] }
  const raised = raise(task, why, context)
  crashPoint('escalation raised')
  context.store.endPlan(number, 'done')
  context.tell({ event: 'task:escalated', task: task.task, escalation: raised, cause: why.cause })
  return { kind: 'end', status: 'escalated' }
}

function raise(task: TaskRecord, cause: Cause, { store, clock, overrides }: TaskContext): number {
  const runs = store.runsOf(task.task)
  const lessons = store.lessons({ task: task.task })
  return store.raise(escalationFor({ task, runs, lessons, cause, at: clock.now(), overrides }))
}
