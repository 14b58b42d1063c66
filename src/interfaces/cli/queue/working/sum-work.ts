import type { Store } from '../../../../record/store.ts'
import type { TaskStatus } from '../../../../record/task-states.ts'
import { countQueue, leftIn } from '../../../../scheduling/count-queue.ts'
import type { SchedulerEnd } from '../../../../scheduling/scheduler-context.ts'
import { countWords } from '../render-queue.ts'
import { countdown } from '../../screen/times.ts'

/** `2 run, 3 wait, next in 0:42`. */
export function sumQueue(store: Store, nowMs: number): string {
  const counts = countQueue(store)
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
  const left = leftIn(counts) === 0 ? '' : ` Left: ${countWords({ counts })} (mayday queue).`
  if (done.length === 0 && left === '') return 'Nothing to do.'
  return `${done.length === 0 ? 'Nothing is done yet.' : `Done: ${done.join(', ')}.`}${left}`
}
