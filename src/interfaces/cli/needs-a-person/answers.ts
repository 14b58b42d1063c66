/** The JSON of commands with which a person decides. */
import * as v from 'valibot'
import { correctionSchema } from '../../../record/run.ts'
import { count } from '../../../record/schema.ts'
import { taskStatuses } from '../../../record/task-states.ts'
import { escalationSchema, snapshotSchema } from '../../../record/task-story.ts'
import { taskRecordSchema } from '../../../record/task.ts'
import { described } from '../../../views/view.ts'

export const retrySchema = v.object({
  format: v.literal('mayday.retry/1'),
  run: described(v.nullable(count), 'null if a card was named'),
  task: count,
  card: v.nullable(v.string()),
  status: v.picklist(taskStatuses),
})

export const correctSchema = v.object({
  format: v.literal('mayday.correct/1'),
  run: count,
  reason: described(v.nullable(v.string()), "the classifier's word"),
  correction: described(v.nullable(correctionSchema), 'the reason that counts now'),
  taskDone: described(v.nullable(count), 'the number of the task that is done because of it'),
})

export const ackSchema = v.object({
  format: v.literal('mayday.ack/1'),
  escalation: escalationSchema,
})

const moved = { was: described(v.picklist(taskStatuses), 'its status before'), task: taskRecordSchema }

export const skipSchema = v.object({ format: v.literal('mayday.skip/2'), ...moved })

export const doneSchema = v.object({ format: v.literal('mayday.done/1'), ...moved })

export const undoSchema = v.object({ format: v.literal('mayday.undo/1'), ...moved })

const listedSnapshotSchema = v.object({
  ...snapshotSchema.entries,
  files: v.nullable(count),
})

export const snapshotsSchema = v.object({
  format: v.literal('mayday.snapshots/1'),
  task: count,
  taskId: v.string(),
  snapshots: described(v.array(listedSnapshotSchema), 'oldest first'),
})
