/**
 * Restores saved work of a task. The current state is saved first.
 *
 * - R1 Nothing is restored while a process works on the task or in its tree. No run starts in the meantime.
 * - R2 In a shared tree, cards and files that other tasks changed since the snapshot stay, unless a person asks for
 *   them too.
 * - R3 A survey lists every file that would change. A confirmation is valid for exactly that list.
 * - R4 The Failure Context is rendered again. If its file would not change, it is not touched and not listed.
 */
import { createHash } from 'node:crypto'
import { MaydayError } from '../errors.ts'
import { gitTopLevel } from '../record/git.ts'
import { rawPath, showPath } from '../record/path-name.ts'
import { LiveRunError } from '../record/store-errors.ts'
import type { TaskRecord } from '../record/task.ts'
import type { SnapshotRecord } from '../record/task-story.ts'
import { nextSnapshotRef } from '../recovery/snapshots/find-snapshots.ts'
import type { Keeps } from '../recovery/snapshots/keep-paths.ts'
import {
  previewRestore,
  restoreSnapshot,
  type Restored,
  type RestorePreview,
} from '../recovery/snapshots/restore-snapshot.ts'
import type { ShownChange } from '../recovery/snapshots/shown-change.ts'
import { holderOf } from '../supervision/lease.ts'
import { writeLessons } from './learn.ts'
import { describeLock } from './describe-lock.ts'
import { lockTree, type QueueContext } from './locks.ts'
import { renderedAgain } from './rendered-again.ts'
import { cardsIn, othersWork } from './shared-work.ts'
import type { TaskContext } from './task-context.ts'
import { leaseOf, TaskBusyError } from './task-lease.ts'
import { snapshotsOfTask } from './task-snapshots.ts'
import { workFolder } from './work-folder.ts'

export type RestoreContext = QueueContext & Pick<TaskContext, 'lessons'>

/** R2: what a person wants to restore beside the work of the task. */
export type RestoreWish = { readonly others: boolean; readonly cards: boolean }

/** A file that changes, and the other owners of that file. */
export type RestoredFile = ShownChange & {
  readonly isCard: boolean
  /** Other tasks that changed it since the snapshot. */
  readonly tasks: readonly number[]
}

/** R3. */
export type RestoreSurvey = Pick<RestorePreview, 'isSame'> & {
  readonly task: TaskRecord
  readonly record: SnapshotRecord
  readonly wish: RestoreWish
  readonly headThen: string | null
  readonly changes: readonly RestoredFile[]
  /** R2: files that stay as they are. */
  readonly kept: readonly RestoredFile[]
  /** Identifies exactly this list of files. */
  readonly confirm: string
}

/** The snapshot to restore: the one with this number, or the newest. */
export async function chooseSnapshot(
  task: TaskRecord,
  number: string | null,
  context: QueueContext,
): Promise<SnapshotRecord> {
  refuseAtWork(task, context)
  const snapshots = await snapshotsOfTask(context, task)
  const newest = snapshots.at(-1)
  if (newest === undefined)
    throw new MaydayError('NO_SNAPSHOT', `There are no snapshots of task ${task.task}.`)
  if (number === null) return newest
  const found = snapshots.find((one) => String(one.number) === number)
  if (found !== undefined) return found
  throw new MaydayError(
    'NO_SNAPSHOT',
    `There is no snapshot ${number} of task ${task.task}. See: mayday snapshots ${task.task}`,
  )
}

/** R1. */
function refuseAtWork(task: TaskRecord, context: QueueContext): void {
  const { store } = context
  const top = gitTopLevel(workFolder(task, context))
  for (const { run } of store.unfinished()) {
    const live = store.find(run)
    const other = live === null ? null : store.task(live.task)
    if (other !== null && (other.task === task.task || gitTopLevel(workFolder(other, context)) === top))
      throw new LiveRunError(other.task, run)
  }
  const holder = holderOf(leaseOf(task.task), context)
  if (holder !== null) throw new TaskBusyError(task.task, holder, context)
}

/** R3. Changes nothing. */
export async function surveyRestore(
  task: TaskRecord,
  record: SnapshotRecord,
  wish: RestoreWish,
  context: RestoreContext,
): Promise<RestoreSurvey> {
  const owners = await ownersOf(task, record, context)
  const at = { cwd: workFolder(task, context), ref: record.ref }
  const { snapshot, changes, kept, isSame } = await previewRestore(at, keepsFor(owners, wish))
  const named = (files: readonly ShownChange[]): readonly RestoredFile[] =>
    files.filter(({ path }) => !owners.isLeft(path)).map(owners.named)
  const touched = named(changes)
  return {
    task,
    record,
    wish,
    headThen: snapshot.head,
    changes: touched,
    kept: named(kept),
    isSame,
    confirm: digestOf(snapshot.commit, touched),
  }
}

const digestOf = (commit: string, changes: readonly RestoredFile[]): string =>
  createHash('sha256')
    .update(JSON.stringify([commit, changes.map(({ path, change }) => [path, change])]))
    .digest('hex')
    .slice(0, 32)

type Owners = {
  readonly isCard: Keeps
  readonly tasksOf: (path: string) => readonly number[]
  /** R4: rendering would produce the current content. */
  readonly isLeft: (path: string) => boolean
  readonly named: (change: ShownChange) => RestoredFile
}

async function ownersOf(task: TaskRecord, record: SnapshotRecord, context: RestoreContext): Promise<Owners> {
  const isCard = cardsIn(task, context)
  const others = othersWork(task, record.at, context)
  const tasksOf = (path: string): readonly number[] => others.get(path) ?? []
  const again = await renderedAgain({ cwd: workFolder(task, context), tree: record.ref }, context)
  const isRendered = (path: string): boolean => again !== null && rawPath(path) === again.path
  return {
    isCard,
    tasksOf,
    isLeft: (path) => again?.stays === true && isRendered(path),
    named: ({ path, change }) => ({
      path,
      change: change === 'removed' && again?.isWritten === true && isRendered(path) ? 'changed' : change,
      isCard: isCard(rawPath(path)),
      tasks: tasksOf(path),
    }),
  }
}

/** R2, R4. A card is treated as a card even if other tasks changed it. */
const keepsFor =
  ({ isCard, isLeft, tasksOf }: Owners, { others, cards }: RestoreWish): Keeps =>
  (path) =>
    isLeft(showPath(path)) || (isCard(path) ? !cards : !others && tasksOf(showPath(path)).length > 0)

/** `number` is the snapshot of the state before the restore. */
export type RestoredTask = { readonly restored: Restored; readonly number: number }

/** Carries out the survey. It is refused if the list of files has changed since. */
export async function restoreTask(survey: RestoreSurvey, context: RestoreContext): Promise<RestoredTask> {
  const { task, record, wish } = survey
  using _ = holdTree(task, context)
  refuseAtWork(task, context)
  const now = await surveyRestore(task, record, wish, context)
  if (now.confirm !== survey.confirm) throw new RestoreChangedError(task.task)
  const at = { cwd: workFolder(task, context), ref: record.ref }
  const before = {
    refName: await nextSnapshotRef(at, task.taskId),
    message: `before snapshot ${record.number} was restored`,
  }
  const keeps = keepsFor(await ownersOf(task, record, context), wish)
  const restored = await restoreSnapshot(at, { before, keeps })
  writeLessons({ ...context, tell: () => undefined }, task)
  const { ref, commit, at: takenAt } = restored.safety
  const number = context.store.addSnapshot({
    task: task.task,
    run: null,
    ref,
    commit,
    at: takenAt,
    why: before.message,
  })
  return { restored, number }
}

/** R1. */
function holdTree(task: TaskRecord, context: QueueContext): Disposable {
  const held = lockTree(task, context)
  if ('inTheWay' in held)
    throw new MaydayError(
      'TREE_BUSY',
      `Nothing was restored: ${describeLock(held.inTheWay)}. Wait for it. See: mayday locks`,
    )
  return held
}

export class RestoreChangedError extends MaydayError {
  constructor(task: number) {
    super(
      'RESTORE_CHANGED',
      `Nothing was restored: the files that a restore of task ${task} would change are no longer the same. Look again, then confirm the new list.`,
    )
  }
}
