/** Finds the tasks that could start now, and the time of the next one. */
import { choicesOf } from '../recovery/fallback.ts'
import { isLive } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { livesCanary } from './canary.ts'
import { gateOf } from './hold-at-gates.ts'
import type { TaskContext } from './task-context.ts'

type GateContext = Pick<TaskContext, 'store' | 'clock' | 'env' | 'processes' | 'commandOf'>

export type Ready = {
  /** In the order of the queue. */
  readonly ready: readonly TaskRecord[]
  /** Infinity if no task waits for a time. */
  readonly nextAtMs: number
}

export type Looking = {
  /** How many queued tasks to look at. -1: all. */
  readonly most: number
  /** A process already works on the task. */
  readonly isActive: (task: number) => boolean
}

const byPlace = (a: TaskRecord, b: TaskRecord): number => (a.place ?? 0) - (b.place ?? 0) || a.task - b.task

export function readyTasks(context: GateContext, { most, isActive }: Looking): Ready {
  const { store } = context
  const isGated = store.gates().length > 0
  const ready: TaskRecord[] = []
  let nextAtMs = Number.POSITIVE_INFINITY
  const known = [...store.queued(['waiting', 'running']), ...store.queued(['queued'], most)]
  for (const task of known.toSorted(byPlace)) {
    if (isActive(task.task) || (task.status === 'running' && store.runsOf(task.task).some(isLive))) continue
    const atMs = Math.max(pauseEndsAt(task), isGated ? gateOpensAt(task, context) : 0)
    if (atMs <= context.clock.now().getTime()) ready.push(task)
    else nextAtMs = Math.min(nextAtMs, atMs)
  }
  return { ready, nextAtMs }
}

/** 0 if the task has no pause. */
const pauseEndsAt = ({ gate, waitUntil }: TaskRecord): number =>
  gate !== null || waitUntil === null ? 0 : Date.parse(waitUntil)

/** How soon to check a gate again while its canary is running. */
const SOON_MS = 1000

/** When the first agent of the task may start. 0: now. Infinity: only a person can open the gate. */
const gateOpensAt = (task: TaskRecord, context: GateContext): number =>
  Math.min(...choicesOf(task, context.commandOf).map((choice) => choiceOpensAt(choice, context)))

function choiceOpensAt(choice: TaskRecord, context: GateContext): number {
  const held = gateOf(choice, context)
  if (held === null || held.decision === 'probe') return 0
  const { gate } = held
  if (gate.canary !== null && livesCanary(gate, context)) return context.clock.now().getTime() + SOON_MS
  const until = gate.until === null ? Number.NaN : Date.parse(gate.until)
  return Number.isNaN(until) ? Number.POSITIVE_INFINITY : until
}
