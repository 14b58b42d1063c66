/** A task as lists contain it: its status, the outcome of its last run, and its wait. */
import * as v from 'valibot'
import { reasonClasses, orUnknown } from '../reasons/reason.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../record/run.ts'
import { count, moment, size, type Shape } from '../record/schema.ts'
import type { LastRun, TaskHead } from '../record/sqlite/task-heads.ts'
import type { Store } from '../record/store.ts'
import { taskRecordSchema, type TaskRecord } from '../record/task.ts'
import { classOf, isCounted, type PolicyOverrides } from '../recovery/policy.ts'
import { openEscalations } from './escalations.ts'
import { taskWaitSchema, waitOf, type WaitFacts } from './task-wait.ts'
import { described, type ViewContext } from './view.ts'

const { task, title, card, flow, phase, agent, status, actions, isImplicit } = taskRecordSchema.entries

export const taskRowSchema = v.object({
  task,
  title,
  card: described(card, 'relative to the project root'),
  flow,
  phase,
  agent: described(agent, 'of its last run, else of the task'),
  status,
  actions: described(actions, 'what a person can do now. Everything else is refused with a sentence'),
  reason: described(
    v.nullable(v.string()),
    'why its last run failed, after a correction; null if it did not fail',
  ),
  class: described(v.nullable(v.picklist(reasonClasses)), 'of the reason'),
  run: described(v.nullable(count), 'the number of its last run'),
  attempts: described(count, 'all its runs'),
  countedAttempts: described(count, 'the runs that count against the budget, since the last manual retry'),
  budgetAttempts: described(count, 'how many may count'),
  startedAt: described(v.nullable(moment), 'when its last run started'),
  endedAt: described(v.nullable(moment), 'when its last run ended; null while it runs'),
  durationMs: described(v.nullable(count), 'of its last run; null while it runs'),
  summary: described(v.nullable(v.string()), 'one sentence about its last run'),
  turns: described(v.nullable(count), 'of its last run; null while it runs, or if the agent does not say'),
  costUsd: described(v.nullable(size), 'of its last run; null while it runs, or if the agent does not say'),
  waiting: described(v.nullable(taskWaitSchema), 'why it does not run; null if it runs or is over'),
  isImplicit: described(isImplicit, 'made by a plain `mayday run`'),
  canResume: described(v.boolean(), 'its last run left a session that can be resumed'),
})

export type TaskRow = Shape<typeof taskRowSchema>

/** The data for all rows, read once. */
export type RowFacts = WaitFacts & { readonly overrides: PolicyOverrides }

export const rowFacts = (context: ViewContext): RowFacts => ({
  context,
  overrides: context.overrides,
  locks: context.store.locks(),
  gates: context.store.gates(),
  escalations: openEscalations(context.store),
})

export function taskRow(head: TaskHead, facts: RowFacts): TaskRow {
  const { last } = head
  const reason = last?.status === 'failed' ? orUnknown(last.reason) : null
  return {
    task: head.task.task,
    title: head.task.title,
    card: head.task.card,
    flow: head.task.flow,
    phase: head.task.phase,
    agent: last?.agent ?? head.task.agent,
    status: head.task.status,
    actions: head.task.actions,
    reason,
    class: reason === null ? null : classOf(reason, facts.overrides),
    run: last?.run ?? null,
    attempts: head.runs,
    countedAttempts: countedIn(head, facts.overrides),
    budgetAttempts: head.task.budget.attempts,
    startedAt: last?.startedAt ?? null,
    endedAt: last?.endedAt ?? null,
    durationMs: last?.durationMs ?? null,
    summary: last === null || last.summary === '' ? null : last.summary,
    turns: last?.turns ?? null,
    costUsd: last?.costUsd ?? null,
    waiting: waitOf(head, facts),
    isImplicit: head.task.isImplicit,
    canResume: head.task.actions.includes('run') && last !== null && last.endedAt !== null && last.hasSession,
  }
}

/** Counted as in `spentBy`. */
const countedIn = ({ tries }: TaskHead, overrides: PolicyOverrides): number =>
  tries.filter((one) =>
    one.status === 'failed' ? isCounted(orUnknown(one.reason), overrides) : one.status !== 'canceled',
  ).length

/** The answer for a single task, in the form that the store gives for many. */
export function headOf(record: TaskRecord, store: Store): TaskHead {
  const runs = store.runsOf(record.task)
  const last = runs.at(-1)
  return {
    task: record,
    last: last === undefined ? null : { ...last, ...counting(last), hasSession: last.sessionId !== null },
    runs: runs.length,
    tries: runs.filter(({ run }) => run > record.sinceRun).map(counting),
    planned: store.plansOf(record.task).findLast(({ state }) => state === 'planned') ?? null,
  }
}

const counting = (run: RunRecord): Pick<LastRun, 'status' | 'reason'> => ({
  status: statusThatCounts(run),
  reason: reasonThatCounts(run),
})
