import type { Store } from '../../../../record/store.ts'
import type { TaskStatus } from '../../../../record/task-states.ts'
import type { QueueCounts, SchedulerEnd } from '../../../../scheduling/scheduler.ts'
import { countWords } from '../render-queue.ts'
import { countdown } from '../../screen/times.ts'

const countsOf = (store: Store): QueueCounts => ({
  running: store.countTasks('running'),
  queued: store.countTasks('queued'),
  waiting: store.countTasks('waiting'),
  deferred: store.countTasks('deferred'),
})

/** The number of tasks that are not done yet. */
export function leftIn(store: Store): number {
  const { running, queued, waiting, deferred } = countsOf(store)
  return running + queued + waiting + deferred
}

/** `2 run, 3 wait, next in 0:42`. */
export function sumQueue(store: Store, nowMs: number): string {
  const counts = countsOf(store)
  const next = counts.waiting === 0 ? null : nextInstant(store)
  return `${countWords({ counts })}${next === null ? '' : `, next in ${countdown(next - nowMs)}`}`
}

/** The end of the first pause. */
function nextInstant(store: Store): number | null {
  const instants = store
    .queued(['waiting'])
    .flatMap(({ waitUntil }) => (waitUntil === null ? [] : [Date.parse(waitUntil)]))
  return instants.length === 0 ? null : Math.min(...instants)
}

const told: readonly (readonly [TaskStatus, string])[] = [
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['escalated', 'for a person (mayday escalations)'],
  ['canceled', 'canceled'],
  ['skipped', 'skipped'],
]

/** The result in one line. */
export function workedWords({ ended, ...counts }: SchedulerEnd): string {
  const done = told.flatMap(([status, words]) =>
    (ended[status] ?? 0) === 0 ? [] : [`${ended[status]} ${words}`],
  )
  const { running, queued, waiting, deferred } = counts
  const left =
    running + queued + waiting + deferred === 0 ? '' : ` Left: ${countWords({ counts })} (mayday queue).`
  if (done.length === 0 && left === '') return 'Nothing to do.'
  return `${done.length === 0 ? 'Nothing is done yet.' : `Done: ${done.join(', ')}.`}${left}`
}
