import { gitTopLevel } from '../record/git.ts'
import type { Project } from '../record/project.ts'
import type { Store } from '../record/store.ts'
import type { TaskRecord } from '../record/task.ts'
import type { SnapshotRecord } from '../record/task-story.ts'
import { snapshotsIn } from '../recovery/snapshots/find-snapshots.ts'
import { workFolder } from './work-folder.ts'

/**
 * The snapshots of a task, the oldest first. One that a Mayday took which was killed before it could say so is
 * recorded now: it may hold the only copy of somebody's work.
 */
export async function snapshotsOfTask(
  context: { readonly store: Store; readonly project: Project },
  task: TaskRecord,
): Promise<readonly SnapshotRecord[]> {
  const { store } = context
  const cwd = workFolder(task, context)
  if (gitTopLevel(cwd) === null) return store.snapshotsOf(task.task)
  const known = new Set(store.snapshotsOf(task.task).map(({ ref }) => ref))
  for (const { ref, commit, at, message: why } of await snapshotsIn({ cwd }, task.taskId))
    if (!known.has(ref)) store.addSnapshot({ task: task.task, run: null, ref, commit, at, why })
  return store.snapshotsOf(task.task).toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Refs are numbered in the order in which they were made; their records may come later. */
const placeOf = ({ ref }: SnapshotRecord): number => Number(ref.slice(ref.lastIndexOf('/') + 1))
