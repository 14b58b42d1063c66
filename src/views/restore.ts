/** The changes that a restore would make, or has made. */
import * as v from 'valibot'
import { count, type Shape } from '../record/schema.ts'
import { snapshotSchema } from '../record/task-story.ts'
import { treeChanges } from '../recovery/snapshots/shown-change.ts'
import type { RestoredTask, RestoreSurvey } from '../scheduling/restore-task.ts'
import { formats } from './formats.ts'
import { described } from './view.ts'

const restoredFileSchema = v.object({
  path: v.string(),
  change: v.picklist(treeChanges),
  isCard: v.boolean(),
  tasks: described(v.array(count), 'other tasks that worked on it since the snapshot'),
})

export const restoreSchema = v.object({
  format: v.literal(formats.restore),
  task: count,
  snapshot: snapshotSchema,
  restored: described(v.boolean(), 'false if it only says what would change'),
  isSame: described(v.boolean(), 'nothing would change'),
  changes: v.array(restoredFileSchema),
  kept: described(
    v.array(restoredFileSchema),
    'what stays as it is: cards without `--cards`, work of other tasks without `--others`',
  ),
  confirm: described(v.string(), 'identifies exactly these changes; an action on the board needs it'),
  safety: described(
    v.nullable(v.object({ number: count, ref: v.string() })),
    'the snapshot of the state before; null if nothing was restored',
  ),
  head: described(v.nullable(v.string()), 'the commit that HEAD stays on'),
  headThen: described(v.nullable(v.string()), 'the commit that HEAD was on'),
})

export type Restore = Shape<typeof restoreSchema>

export const restoreOf = (survey: RestoreSurvey, done: RestoredTask | null): Restore => ({
  format: formats.restore,
  task: survey.task.task,
  snapshot: survey.record,
  restored: done !== null,
  isSame: survey.isSame,
  changes: survey.changes,
  kept: survey.kept,
  confirm: survey.confirm,
  safety: done === null ? null : { number: done.number, ref: done.restored.safety.ref },
  head: done?.restored.head ?? null,
  headThen: survey.headThen,
})
