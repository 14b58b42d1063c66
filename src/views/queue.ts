/** The running and waiting tasks, and the reason for each wait. */
import * as v from 'valibot'
import { count, type Shape } from '../record/schema.ts'
import type { TaskStatus } from '../record/task-states.ts'
import { countQueue } from '../scheduling/count-queue.ts'
import { hardLimit, limitsNow, softLimit, type Limits, type Schedule } from '../scheduling/limits.ts'
import { schedulerHolder } from '../scheduling/scheduler-lease.ts'
import { ownerWords } from '../supervision/owners.ts'
import { identitySchema } from '../supervision/processes/processes.ts'
import { formats } from './formats.ts'
import { headOf, rowFacts, taskRow, taskRowSchema, type TaskRow } from './task-row.ts'
import { isRecorded, described, type MaybeRecorded, type ViewContext } from './view.ts'

/** The schedulers at work and their limits. */
export const schedulerEntries = {
  holder: described(
    v.nullable(identitySchema),
    'the process that works here (`mayday work`). `startedAt` is in the notation of the system',
  ),
  holderWords: described(
    v.nullable(v.string()),
    'who that is, in words. If it cannot be checked from here: its host, and how to take over',
  ),
  isShared: described(v.boolean(), 'true if the nodes of a fleet work on the queue'),
  limits: described(
    v.object({ concurrency: count, perFlow: v.record(v.string(), count), soft: count, hard: count }),
    '`soft` and `hard` count the cards that hold a lock',
  ),
}

const schedulerSchema = v.object(schedulerEntries)

const rows = v.array(taskRowSchema)

/** Without its format, for answers that contain it. */
export const queuePartSchema = v.object({
  ...schedulerEntries,
  running: described(rows, 'at most 50, in the order of the queue'),
  queued: described(rows, 'at most 50, in the order of the queue'),
  waiting: described(rows, 'at most 50, in the order of the queue'),
  deferred: described(rows, 'at most 50, in the order of the queue'),
  counts: described(
    v.object({ running: count, queued: count, waiting: count, deferred: count, escalated: count }),
    'of all tasks, except those of plain runs',
  ),
})

export const queueSchema = v.object({ format: v.literal(formats.queue), ...queuePartSchema.entries })

export type QueuePart = Shape<typeof queuePartSchema>
export type Queue = Shape<typeof queueSchema>
type Scheduler = Shape<typeof schedulerSchema>

const MOST_ROWS = 50

export const readQueue = (context: MaybeRecorded): Queue => ({
  format: formats.queue,
  ...readQueuePart(context),
})

export function readQueuePart(context: MaybeRecorded): QueuePart {
  if (!isRecorded(context)) return emptyQueue(context.schedule)
  const { store } = context
  const facts = rowFacts(context)
  const of = (status: TaskStatus): readonly TaskRow[] =>
    store.queued([status], MOST_ROWS).map((task) => taskRow(headOf(task, store), facts))
  return {
    ...readScheduler(context),
    running: of('running'),
    queued: of('queued'),
    waiting: of('waiting'),
    deferred: of('deferred'),
    counts: { ...countQueue(store), escalated: store.countTasks('escalated') },
  }
}

export function readScheduler(context: ViewContext): Scheduler {
  const holder = schedulerHolder(context)
  return {
    holder,
    holderWords: holder === null ? null : ownerWords(holder, context),
    isShared: context.isShared === true,
    limits: limitsOf(limitsNow(context)),
  }
}

const limitsOf = ({ concurrency, perFlow }: Limits): Scheduler['limits'] => ({
  concurrency,
  perFlow,
  soft: softLimit(concurrency),
  hard: hardLimit(concurrency),
})

/** The queue of a project where nothing was ever recorded. */
const emptyQueue = ({ concurrency = 1, perFlow = {} }: Schedule): QueuePart => ({
  holder: null,
  holderWords: null,
  isShared: false,
  limits: limitsOf({ concurrency, perFlow }),
  running: [],
  queued: [],
  waiting: [],
  deferred: [],
  counts: { running: 0, queued: 0, waiting: 0, deferred: 0, escalated: 0 },
})
