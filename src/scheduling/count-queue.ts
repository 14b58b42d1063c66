import type { Store } from '../record/store.ts'

/** The tasks that are not done and need no person. */
export const queueStatuses = ['running', 'queued', 'waiting', 'deferred'] as const

export type QueueCounts = Readonly<Record<(typeof queueStatuses)[number], number>>

export const countQueue = (store: Store): QueueCounts => ({
  running: store.countTasks('running'),
  queued: store.countTasks('queued'),
  waiting: store.countTasks('waiting'),
  deferred: store.countTasks('deferred'),
})

/** The number of tasks that are not done yet. */
export const leftIn = ({ running, queued, waiting, deferred }: QueueCounts): number =>
  running + queued + waiting + deferred
