import { isOfNode } from '../../../record/joined-fleet.ts'
import type { Project } from '../../../record/project.ts'
import type { RunRecord } from '../../../record/run.ts'
import { UnknownRunError, UnknownTaskError } from '../../../record/store-errors.ts'
import type { Store } from '../../../record/store.ts'
import type { TaskRecord } from '../../../record/task.ts'

/** The run, or an error that says which runs exist. */
export function findRecorded(store: Store | null, ref: string): RunRecord {
  const found = store?.find(ref) ?? null
  if (found === null) throw unknownRun(ref, store?.newest() ?? null)
  return found
}

/** The opened store with the run. Without a store there is no run. */
export function withRun<Opened extends { readonly store: Store | null; readonly project: Project }>(
  opened: Opened,
  ref: string,
): Opened & { readonly store: Store; readonly run: RunRecord } {
  const { store, project } = opened
  if (isOfNode(project) && (store?.find(ref) ?? null) === null)
    throw new UnknownRunError(
      `Run ${ref} is not in the record of this node. The node that ran it: mayday show ${ref}`,
    )
  if (store === null) throw unknownRun(ref, null)
  return { ...opened, store, run: findRecorded(store, ref) }
}

const unknownRun = (ref: string, newest: number | null): UnknownRunError =>
  new UnknownRunError(
    newest === null
      ? `There is no run ${ref}: no runs are recorded here. Start one: mayday run -- COMMAND`
      : `There is no run ${ref}. The newest is ${newest}. See: mayday history`,
  )

/** The task, or an error that says how to list tasks. */
export function findTask(store: Store | null, ref: number | string): TaskRecord {
  const found = store?.task(ref) ?? null
  if (found === null) throw new UnknownTaskError(ref)
  return found
}

/** The opened store with the task. Without a store there is no task. */
export function withTask<Opened extends { readonly store: Store | null; readonly project: Project }>(
  opened: Opened,
  ref: string,
): Opened & { readonly store: Store; readonly task: TaskRecord } {
  const { store, project } = opened
  if (isOfNode(project) && (store?.task(ref) ?? null) === null)
    throw new UnknownRunError(
      `Task ${ref} is not in the record of this node: it has not worked on it. See what there is: mayday tasks`,
    )
  if (store === null) throw new UnknownTaskError(ref)
  return { ...opened, store, task: findTask(store, ref) }
}
