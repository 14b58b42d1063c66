import { nearest, UsageError } from '../../../errors.ts'

/** A type of value on the command line: how it is parsed, checked and described. */
export type ValueType<T> = {
  /** The placeholder for the value in help. */
  readonly sign: string
  /** The end of the sentence "--timeout needs …". */
  readonly takes: string
  /** Undefined if the word is not valid. */
  readonly read: (word: string) => T | undefined
  /** As the user types it. */
  readonly show: (value: T) => string
  /** All valid words, if there are few. */
  readonly known?: readonly string[]
  /** The command that lists the valid values. */
  readonly see?: string
  /** The values that a shell offers for it. */
  readonly completes?: ListedKind | 'file'
}

/** The kinds of project values that a shell can list. */
export const listedKinds = ['run', 'task', 'escalation', 'reason', 'agent', 'card', 'card-or-run'] as const

export type ListedKind = (typeof listedKinds)[number]

/** The one form of errors about a value. `got` is null if no value was given. */
export const refusal = (
  what: string,
  { takes, known = [] }: Pick<ValueType<unknown>, 'takes' | 'known'>,
  got: string | null,
): string => {
  const near = got === null ? null : nearest(got, known)
  const meant = near === null ? '' : ` Did you mean ${near}?`
  return `${what} needs ${takes}${got === null ? '' : `, not '${got}'`}.${meant}`
}

/** Parses a value from another source than the command line, such as a request of the board. */
export function parseValue<T>(type: ValueType<T>, word: string, what: string): T {
  const found = type.read(word)
  if (found === undefined) throw new UsageError(refusal(what, type, word))
  return found
}
