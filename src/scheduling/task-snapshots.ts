import { gitTopLevel } from '../record/git.ts'
import type { Project } from '../record/project.ts'
import type { Store } from '../record/store.ts'
import type { TaskRecord } from '../record/task.ts'
import type { SnapshotRecord } from '../record/task-story.ts'
import { snapshotsIn } from '../recovery/snapshots/find-snapshots.ts'
import { workFolder } from './work-folder.ts'

/**
 * The snapshots of a task, oldest first. A snapshot whose Mayday was killed before it recorded it is recorded now: it
 * may contain the only copy of a person's work.
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

/** Refs are numbered in the order of creation. Their records may be added later. */
const placeOf = ({ ref }: SnapshotRecord): number => Number(ref.slice(ref.lastIndexOf('/') + 1))
