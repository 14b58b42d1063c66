import { nearest } from '../../../config/nearest.ts'
import { UsageError } from '../../../errors.ts'

/** A kind of value on the command line: how it is read, checked and described. */
export type ValueType<T> = {
  /** What stands for the value in help. */
  readonly sign: string
  /** The end of the sentence "--timeout takes …". */
  readonly takes: string
  /** Undefined where the word is no such value. */
  readonly read: (word: string) => T | undefined
  /** As a person types it. */
  readonly show: (value: T) => string
  /** All words that it takes, where they are few. */
  readonly known?: readonly string[]
  /** The command that lists what there is. */
  readonly see?: string
  /** What a shell offers for it. */
  readonly completes?: ListedKind | 'file'
}

/** The values of a project that a shell can list. */
export const listedKinds = ['run', 'task', 'escalation', 'reason', 'agent', 'card', 'card-or-run'] as const

export type ListedKind = (typeof listedKinds)[number]

/** The one form of an error about a value. `got` is null where nothing was given. */
export const refusal = (
  what: string,
  { takes, known = [] }: Pick<ValueType<unknown>, 'takes' | 'known'>,
  got: string | null,
): string => {
  const near = got === null ? null : nearest(got, known)
  const meant = near === null ? '' : ` Did you mean ${near}?`
  return `${what} takes ${takes}, and got ${got === null ? 'nothing' : `'${got}'`}.${meant}`
}

/** A value that comes from elsewhere than the command line, such as a request of the board. */
export function parseValue<T>(type: ValueType<T>, word: string, what: string): T {
  const found = type.read(word)
  if (found === undefined) throw new UsageError(refusal(what, type, word))
  return found
}
