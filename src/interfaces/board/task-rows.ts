/** Tasks as the board shows them. */
import { isCounted, classOf } from '../../recovery/policy.ts'
import type { LockRecord } from '../../record/card-state.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../../record/run.ts'
import type { LastRun, TaskHead } from '../../record/sqlite/task-heads.ts'
import type { TaskRecord } from '../../record/task.ts'
import type { EscalationRecord, GateRecord } from '../../record/task-story.ts'
import { whyWaiting, type Waiting } from '../../scheduling/why-waiting.ts'
import type { LiveRun, NextStep, TaskRow } from './api.ts'
import type { BoardContext } from './context.ts'

/** What rows are made from, read once for all of them. */
export type Known = {
  readonly context: BoardContext
  readonly locks: readonly LockRecord[]
  readonly gates: readonly GateRecord[]
  readonly escalations: readonly EscalationRecord[]
  readonly live: ReadonlyMap<string, LiveRun & { readonly printedAt: string | null }>
  /** Why the card of a task cannot be as it is. */
  readonly problems: ReadonlyMap<number, string>
}

/** So many of the queue are told what they wait for: to know it means to look at locks and folders. */
const EXPLAINED = 100

export function rowsOf(heads: readonly TaskHead[], known: Known): TaskRow[] {
  const queued = heads.filter(({ task }) => task.status === 'queued')
  const explained = new Set(
    queued
      .toSorted((a, b) => (a.task.place ?? 0) - (b.task.place ?? 0))
      .slice(0, EXPLAINED)
      .map(({ task }) => task.task),
  )
  return heads.map((head) => rowOf(head, known, explained.has(head.task.task)))
}

/** Nothing waits, runs or is asked for it: its runs say everything. */
export function endedRow(number: number, context: BoardContext): TaskRow | null {
  const task = context.store.task(number)
  if (task === null) return null
  const head = endedHead(task, context.store.runsOf(number))
  const nothing = { locks: [], gates: [], escalations: [], live: new Map(), problems: new Map() }
  return rowOf(head, { context, ...nothing }, false)
}

function endedHead(task: TaskRecord, runs: readonly RunRecord[]): TaskHead {
  const last = runs.at(-1)
  const tries = runs.filter(({ run }) => run > task.sinceRun)
  return {
    task,
    last: last === undefined ? null : { ...last, ...counting(last), hasSession: last.sessionId !== null },
    runs: runs.length,
    tries: tries.map(counting),
    planned: null,
  }
}

const counting = (run: RunRecord): Pick<LastRun, 'status' | 'reason'> => ({
  status: statusThatCounts(run),
  reason: reasonThatCounts(run),
})

function rowOf(head: TaskHead, known: Known, isExplained: boolean): TaskRow {
  const { task, last, runs } = head
  const { overrides } = known.context
  const reason = last?.status === 'failed' ? (last.reason ?? 'UNKNOWN') : null
  const live = last === null ? undefined : known.live.get(last.runId)
  return {
    task: task.task,
    title: task.title,
    card: task.card,
    flow: task.flow,
    phase: task.phase,
    agent: last?.agent ?? task.agent,
    status: task.status,
    actions: task.actions,
    reason,
    class: reason === null ? null : classOf(reason, overrides),
    run: last?.run ?? null,
    attempts: runs,
    countedAttempts: countedIn(head, known),
    budgetAttempts: task.budget.attempts,
    startedAt: last?.startedAt ?? null,
    lastActivityAt: live?.printedAt ?? last?.endedAt ?? last?.startedAt ?? task.createdAt,
    durationMs: last?.durationMs ?? null,
    summary: last === null || last.summary === '' ? null : last.summary,
    next: nextOf(head, known, isExplained),
    live: live === undefined ? null : shown(live),
    problem: known.problems.get(task.task) ?? null,
    isImplicit: task.isImplicit,
    canResume: task.actions.includes('run') && last !== null && last.endedAt !== null && last.hasSession,
  }
}

const shown = ({ run, stage, elapsedMs, silentMs, doing, retrying }: LiveRun): LiveRun => ({
  run,
  stage,
  elapsedMs,
  silentMs,
  doing,
  retrying,
})

/** As `spentBy` counts them. */
const countedIn = ({ tries }: TaskHead, { context }: Known): number =>
  tries.filter(({ status, reason }) =>
    status === 'failed' ? isCounted(reason ?? 'UNKNOWN', context.overrides) : status !== 'canceled',
  ).length

const STEP = { at: null, gate: null, escalation: null }

function nextOf(head: TaskHead, known: Known, isExplained: boolean): NextStep | null {
  const { task, last, planned } = head
  if (task.status === 'escalated') return personStep(head, known)
  const plan = planned?.kind ?? null
  const waiting = whyWaiting(
    task,
    {
      plan,
      reason: last?.status === 'failed' ? last.reason : null,
      startsAt: planned?.startsAt ?? null,
    },
    isExplained ? known : { ...known, locks: [] },
  )
  if (waiting === null) return null
  const { why, until: at, gate } = waiting
  return { ...STEP, kind: STEP_KINDS[waiting.kind] ?? plan ?? 'wait', why, at, gate }
}

/** A pause is what comes after it. */
const STEP_KINDS: Readonly<Record<Waiting['kind'], NextStep['kind'] | null>> = {
  gate: 'wait',
  lock: 'turn',
  turn: 'turn',
  room: 'room',
  pause: null,
}

function personStep({ task }: TaskHead, { escalations }: Known): NextStep {
  const raised = escalations.find((one) => one.task === task.task)
  return { ...STEP, kind: 'person', why: raised?.cause ?? 'for a person', escalation: raised?.number ?? null }
}
