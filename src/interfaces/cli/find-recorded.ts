import { UsageError } from '../../errors.ts'
import type { RunRecord } from '../../record/run.ts'
import { UnknownRunError } from '../../record/store-errors.ts'
import type { Store } from '../../record/store.ts'
import type { Arguments } from './command.ts'

/** The one run that a command line names, by its number or its id. */
export function runArgument(args: Arguments, command: string): string {
  const [ref, ...more] = args.positionals
  if (ref !== undefined && more.length === 0 && ref !== '') return ref
  throw new UsageError(
    `${command} takes the number of one run, and got ${args.positionals.length === 0 ? 'none' : args.positionals.join(' ')}. See: mayday history`,
  )
}

/** The run, or one sentence that says what there is. */
export function findRecorded(store: Store | null, ref: string): RunRecord {
  const found = store?.find(ref) ?? null
  if (found !== null) return found
  const newest = store?.newest() ?? null
  throw new UnknownRunError(
    newest === null
      ? `There is no run ${ref}: no runs are recorded here. Start one: mayday run -- <command>`
      : `There is no run ${ref}. The newest is ${newest}. See: mayday history`,
  )
}
