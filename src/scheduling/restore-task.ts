/** Puts a task's saved work back where it was; what is there now is saved first. */
import { MaydayError } from '../errors.ts'
import { gitTopLevel } from '../record/git.ts'
import type { Project } from '../record/project.ts'
import { LiveRunError } from '../record/store-errors.ts'
import type { Store } from '../record/store.ts'
import type { SnapshotRecord, TaskRecord } from '../record/task.ts'
import { nextSnapshotRef } from '../recovery/snapshots/find-snapshots.ts'
import { restoreSnapshot, type Restored } from '../recovery/snapshots/restore-snapshot.ts'
import { snapshotsOfTask } from './task-snapshots.ts'
import { workFolder } from './work-folder.ts'

type House = { readonly store: Store; readonly project: Project }

/** What is to be put back: the snapshot of this number, or the newest. Refused while somebody works in that tree. */
export async function chooseSnapshot(
  task: TaskRecord,
  number: string | null,
  house: House,
): Promise<SnapshotRecord> {
  refuseWhileLive(task, house)
  const snapshots = await snapshotsOfTask(house, task)
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

/** Nothing is put under the hands of an agent that works in the same tree. */
function refuseWhileLive(task: TaskRecord, house: House): void {
  const { store } = house
  const top = gitTopLevel(workFolder(task, house))
  for (const { run } of store.unfinished()) {
    const live = store.find(run)
    const other = live === null ? null : store.task(live.task)
    if (other !== null && (other.task === task.task || gitTopLevel(workFolder(other, house)) === top))
      throw new LiveRunError(other.task, run)
  }
}

/** What was there before, as a snapshot of its own. */
export type RestoredTask = { readonly restored: Restored; readonly number: number }

export async function restoreTask(
  task: TaskRecord,
  snapshot: SnapshotRecord,
  house: House,
): Promise<RestoredTask> {
  const at = { cwd: workFolder(task, house), ref: snapshot.ref }
  const before = {
    refName: await nextSnapshotRef(at, task.taskId),
    message: `before snapshot ${snapshot.number} was restored`,
  }
  const restored = await restoreSnapshot(at, { before })
  const { ref, commit, at: takenAt } = restored.safety
  const number = house.store.addSnapshot({
    task: task.task,
    run: null,
    ref,
    commit,
    at: takenAt,
    why: before.message,
  })
  return { restored, number }
}
