/** Handles the end of a run, before the next step is planned. */
import { findGit, readHead } from '../record/git.ts'
import type { RunRecord } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import type { TaskRecord } from '../record/task.ts'
import type { GateRecord } from '../record/task-story.ts'
import { hasHelped } from '../memory/helped.ts'
import { breakerFor } from '../recovery/breaker.ts'
import { asDoneBy } from '../recovery/fallback.ts'
import { afterCanary, agentNameOf, releaseAfterMs } from '../recovery/gates.ts'
import { pausesIn, type TaskContext } from './task-context.ts'
import { workFolder } from './work-folder.ts'

/** By the result of the canary, the gate opens for all, moves, or waits for the next canary. */
export function settleCanary(key: string | null, result: RunResult, context: TaskContext): void {
  const { store, clock, random, overrides } = context
  const gate = key === null ? null : store.gate(key)
  if (gate === null) return
  const { status, reason, diagnosis } = result
  const verdict = afterCanary(
    gate,
    { status, reason, correction: null },
    { now: clock.now(), resetAt: diagnosis?.resetAt ?? null, random, overrides, ...pausesIn(context) },
  )
  switch (verdict.kind) {
    case 'open':
      return openFor(gate.key, context)
    case 'release':
      return void store.releaseCanary(gate.key)
    case 'move':
      store.moveGate(gate.key, verdict.until)
      if (verdict.until === null) askAbout(gate, result, context)
  }
}

/** Tasks that waited at the same gate start at random, different times. */
function openFor(key: string, { store, clock, random }: TaskContext): void {
  const waiting = store.queued(['waiting']).filter(({ gate }) => gate === key)
  store.openGate(key)
  for (const { task } of waiting) {
    const waitUntil = new Date(clock.now().getTime() + releaseAfterMs(random)).toISOString()
    store.updateTask(task, { waitUntil })
  }
}

/** A canary that never ran leaves the gate to the next one. A canary whose run was settled no longer holds the gate. */
export function leaveCanary(key: string | null, { store, processes }: TaskContext): void {
  if (key !== null) store.releaseCanary(key, JSON.stringify(processes.self()))
}

/** The end of the cause is unknown, so a person has to open the gate. */
const askAbout = (
  { key, reason, evidence }: GateRecord,
  { run }: RunResult,
  { store, clock }: TaskContext,
): number =>
  store.raise({
    key,
    task: null,
    run,
    cause: `${reason} persists: ${evidence}. Everything that needs ${key} waits.`,
    raisedAt: clock.now().toISOString(),
    detail: { actions: [`mayday wait --open ${key}`] },
  })

/** Records the state of the work. */
export function settleRun(task: TaskRecord, result: RunResult, context: TaskContext): void {
  const { store, clock } = context
  const place = findGit(workFolder(task, context))
  const commit = place === null ? null : (readHead(place)?.commit ?? null)
  if (result.verify?.passed === true && commit !== null) store.updateTask(task.task, { goodCommit: commit })
  if (result.branch !== null) store.updateTask(task.task, { branch: result.branch })
  judgeLesson(task, context)
  // Completion wins over a cancel. A retry that a person has already requested stays.
  if (result.status === 'succeeded') store.tryMove(task.task, 'complete', { at: clock.now().toISOString() })
}

/** If several tasks in a row fail in the same way, they share the cause. Closes a gate for it. */
export function tripBreaker(context: TaskContext): void {
  const { store, clock, random, commandOf, overrides } = context
  const ended = store.history({ limit: BREAKER_RUNS }).filter(({ endedAt }) => endedAt !== null)
  const byEnd = ended.toSorted((a, b) => (a.endedAt ?? '').localeCompare(b.endedAt ?? ''))
  const agentOf = (run: RunRecord): string => {
    const task = store.task(run.task)
    return task === null ? (run.agent ?? 'agent') : agentNameOf(asDoneBy(task, run, commandOf))
  }
  const setupOf = (run: RunRecord): string | null => store.task(run.task)?.setup ?? null
  const gate = breakerFor(byEnd, {
    now: clock.now(),
    random,
    agentOf,
    setupOf,
    overrides,
    ...pausesIn(context),
  })
  if (gate !== null && store.gate(gate.key) === null) store.closeGate(gate)
}

/** More runs than the breaker looks at. */
const BREAKER_RUNS = 20

/** Did the lesson of the attempt before help this one? */
function judgeLesson(task: TaskRecord, { store }: TaskContext): void {
  const [before, after] = store.runsOf(task.task).slice(-2)
  if (before === undefined || after === undefined) return
  const lesson = store.lessons({ task: task.task }).find(({ runId }) => runId === before.runId)
  const helped =
    lesson === undefined ? null : hasHelped({ ...before, fingerprint: lesson.fingerprint }, after)
  if (helped !== null) store.markHelped(before.run, helped)
}
