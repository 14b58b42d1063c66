import { UsageError } from '../../errors.ts'
import { UnknownTaskError } from '../../record/store-errors.ts'
import type { Store } from '../../record/store.ts'
import type { TaskRecord } from '../../record/task.ts'
import type { Arguments } from './command.ts'

/** The one task that a command line names, by its number or its id. */
export function taskArgument(args: Arguments, command: string): string {
  const [ref, ...more] = args.positionals
  if (ref !== undefined && more.length === 0 && ref !== '') return ref
  throw new UsageError(
    `${command} takes the number of one task, and got ${args.positionals.length === 0 ? 'none' : args.positionals.join(' ')}. See: mayday tasks`,
  )
}

/** The task, or one sentence that says where to look. */
export function findTask(store: Store | null, ref: number | string): TaskRecord {
  const found = store?.task(ref) ?? null
  if (found === null) throw new UnknownTaskError(ref)
  return found
}
