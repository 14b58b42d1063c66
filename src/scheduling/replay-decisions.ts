/**
 * Repeats decisions of people that the database does not contain.
 *
 * - V1 Later events win: a run that started after a decision has answered it.
 * - V2 A decision that cannot be repeated is reported. The others are still repeated.
 */
import { MaydayError } from '../errors.ts'
import { knowDecision, unknownDecisions, type Decision, type TaskDecision } from '../record/decisions.ts'
import type { TaskRecord } from '../record/task.ts'
import { countOf } from '../signals/count-of.ts'
import { acceptRun } from './accept-run.ts'
import { cancelTask } from './cancel-task.ts'
import { finishTask } from './finish-task.ts'
import { writeLessons } from './learn.ts'
import { forgetQueued } from './reset-card.ts'
import { retryTask } from './retry-task.ts'
import { skipTask } from './skip-task.ts'
import type { RecoveryContext } from './import-lost-runs.ts'

/** Each text is one sentence without a period. */
export type Replayed = { readonly restored: readonly string[]; readonly unrestored: readonly string[] }

/** The outcome of one decision. Null if there was nothing to do. */
type Outcome = { readonly restored: string } | { readonly unrestored: string } | null

export function replayDecisions(asked: RecoveryContext, which: 'all' | 'new'): Replayed {
  const context = { ...asked, isReplay: true }
  const decisions = unknownDecisions(context.store, which)
  const outcomes = lastOfEach(decisions).flatMap((decision) => replayed(decision, context) ?? [])
  const last = decisions.at(-1)
  if (last !== undefined) knowDecision(last.id, context.store)
  if (decisions.some(({ kind }) => kind === 'complete-phase')) writeAgain(context)
  return {
    restored: outcomes.flatMap((one) => ('restored' in one ? [one.restored] : [])),
    unrestored: outcomes.flatMap((one) => ('unrestored' in one ? [one.unrestored] : [])),
  }
}

/** V1: only the last decision about each task. */
function lastOfEach(decisions: readonly Decision[]): readonly Decision[] {
  const last = new Map(decisions.flatMap((one) => ('taskId' in one ? [[one.taskId, one.id]] : [])))
  return decisions.filter((one) => !('taskId' in one) || last.get(one.taskId) === one.id)
}

/** V2. */
function replayed(decision: Decision, context: RecoveryContext): Outcome {
  try {
    return carryOut(decision, context)
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
    return { unrestored: `the decision '${decision.kind}' of ${decision.at}: ${error.message}` }
  }
}

function carryOut(decision: Decision, context: RecoveryContext): Outcome {
  switch (decision.kind) {
    case 'skip':
    case 'done':
    case 'undo':
    case 'cancel':
    case 'retry':
    case 'reset':
    case 'enqueue':
      return decideTask(decision, context)
    case 'correct':
      return correct(decision, context)
    case 'complete-phase':
      return completePhase(decision, context)
    case 'answer':
      return answer(decision, context)
    case 'open-gate':
      return openGate(decision, context)
  }
}

type Of<Kind extends Decision['kind']> = Extract<Decision, { readonly kind: Kind }>

const taskWords: Readonly<Record<TaskDecision['kind'], string>> = {
  skip: 'skipped',
  done: 'marked as done',
  undo: 'taken up again',
  cancel: 'canceled',
  retry: 'queued for another attempt',
  reset: 'taken out of the queue',
  enqueue: 'queued',
}

const taskActs: Readonly<
  Record<
    TaskDecision['kind'],
    (task: TaskRecord, context: RecoveryContext, decision: TaskDecision) => unknown
  >
> = {
  skip: skipTask,
  done: finishTask,
  // What it took back was the last decision before it: without that one nothing is to be done.
  undo: () => undefined,
  cancel: cancelTask,
  retry: (task, context, { hint }) => retryTask(task, context, undefined, hint === undefined ? {} : { hint }),
  reset: ({ task }, context) => forgetQueued(task, context),
  // The request that queued the task is no longer known. The card says so, and a person decides.
  enqueue: () => undefined,
}

function decideTask(decision: TaskDecision, context: RecoveryContext): Outcome {
  const { kind, at, taskId, task: number } = decision
  const { store } = context
  const task = store.task(taskId)
  const words = taskWords[kind]
  if (task === null) return { unrestored: `task ${number} was ${words}, but it is no longer in the database` }
  // V1
  if (store.runsOf(task.task).some(({ startedAt }) => startedAt > at)) return null
  taskActs[kind](task, context, decision)
  const now = store.task(task.task)
  return now?.status === task.status ? null : { restored: `task ${task.task} is ${words}` }
}

function correct({ at, runId, run: number, reason, note }: Of<'correct'>, context: RecoveryContext): Outcome {
  const { store } = context
  const run = store.find(runId)
  const words = reason ?? 'no failure'
  if (run === null)
    return { unrestored: `run ${number} was corrected to ${words}, but it is no longer in the database` }
  if (store.correctionsOf(run.run).some((known) => known.at === at)) return null
  store.correct(run.run, { reason, note, at })
  if (reason === null) acceptRun(run, context)
  return { restored: `run ${run.run} is corrected to ${words}` }
}

/** Later lessons stay. */
function completePhase({ at, phase }: Of<'complete-phase'>, { store }: RecoveryContext): Outcome {
  const cleared = store.clearPhase(phase, at, at)
  return cleared === 0
    ? null
    : { restored: `phase ${phase} is complete: ${countOf(cleared, 'lesson')} cleared` }
}

/** Only the number and the key of a lost escalation are known. If its cause persists, it is raised again. */
function answer(
  { at, escalation, key, raisedAt, note, closes }: Of<'answer'>,
  { store }: RecoveryContext,
): Outcome {
  const found = store.escalations().find((one) => one.key === key && one.raisedAt === raisedAt)
  const words = `escalation ${escalation} (${key}) was ${closes ? 'closed' : 'acknowledged'}${note === null ? '' : `: ${note}`}`
  if (found === undefined) return { unrestored: `${words}, but it is no longer in the database` }
  if (!store.acknowledge(found.number, note, at)) return null
  if (closes) store.closeEscalation(found.number, at)
  return { restored: `escalation ${found.number} is ${closes ? 'closed' : 'acknowledged'}` }
}

/** V1: a gate that was closed again later stays closed. */
function openGate({ at, key }: Of<'open-gate'>, { store }: RecoveryContext): Outcome {
  const gate = store.gate(key)
  if (gate === null || gate.closedAt > at) return null
  return store.openGate(key) ? { restored: `the gate ${key} is open` } : null
}

function writeAgain(context: RecoveryContext): void {
  const { lessons } = context
  if (lessons !== undefined) writeLessons({ ...context, lessons, tell: () => undefined }, { task: 0 })
}
