import { UnknownTaskError } from '../../record/store-errors.ts'
import type { Store } from '../../record/store.ts'
import type { TaskRecord } from '../../record/task.ts'

/** The task, or one sentence that says where to look. */
export function findTask(store: Store | null, ref: number | string): TaskRecord {
  const found = store?.task(ref) ?? null
  if (found === null) throw new UnknownTaskError(ref)
  return found
}

/** What is opened, with the task in it: where there is no store there is no task. */
export function withTask<Opened extends { readonly store: Store | null }>(
  opened: Opened,
  ref: string,
): Opened & { readonly store: Store; readonly task: TaskRecord } {
  const { store } = opened
  if (store === null) throw new UnknownTaskError(ref)
  return { ...opened, store, task: findTask(store, ref) }
}
