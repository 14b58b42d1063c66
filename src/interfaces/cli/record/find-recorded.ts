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
export function withRun<Opened extends { readonly store: Store | null }>(
  opened: Opened,
  ref: string,
): Opened & { readonly store: Store; readonly run: RunRecord } {
  const { store } = opened
  if (store === null) throw unknownRun(ref, null)
  return { ...opened, store, run: findRecorded(store, ref) }
}

const unknownRun = (ref: string, newest: number | null): UnknownRunError =>
  new UnknownRunError(
    newest === null
      ? `There is no run ${ref}: no runs are recorded here. Start one: mayday run -- <command>`
      : `There is no run ${ref}. The newest is ${newest}. See: mayday history`,
  )

/** The task, or an error that says how to list tasks. */
export function findTask(store: Store | null, ref: number | string): TaskRecord {
  const found = store?.task(ref) ?? null
  if (found === null) throw new UnknownTaskError(ref)
  return found
}

/** The opened store with the task. Without a store there is no task. */
export function withTask<Opened extends { readonly store: Store | null }>(
  opened: Opened,
  ref: string,
): Opened & { readonly store: Store; readonly task: TaskRecord } {
  const { store } = opened
  if (store === null) throw new UnknownTaskError(ref)
  return { ...opened, store, task: findTask(store, ref) }
}
