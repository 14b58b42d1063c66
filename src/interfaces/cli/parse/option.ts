import type { ValueType } from './value-type.ts'

/** The parsed values of one option or positional. */
export type Read<T> = { readonly value: T } | { readonly refused: string | null }

/** One option of a command. The parser, `--help`, the docs and the type of its value are derived from it. */
export type Option<T = unknown> = {
  readonly short?: string
  readonly help: string
  /** Null for a switch, which takes no value. */
  readonly type: Shown | null
  readonly read: (words: readonly string[]) => Read<T>
}

/** A positional argument, or several. */
export type Positional<T = unknown> = {
  readonly type: Shown
  readonly least: 0 | 1
  readonly most: number
  readonly read: (words: readonly string[]) => Read<T>
}

/** The parts of a type that help and errors show. */
export type Shown = Pick<ValueType<unknown>, 'sign' | 'takes' | 'known' | 'see' | 'completes'>

export type Options = Readonly<Record<string, Option>>
export type Positionals = Readonly<Record<string, Positional>>

/** The values of a table: `{ limit: Option<number> }` gives `{ limit: number }`. */
export type Values<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { read(words: readonly string[]): Read<infer T> }
    ? T
    : never
}

/** Values that are undefined if their options are not given. */
export type Maybe<Name extends string, T = string> = Readonly<Record<Name, T | undefined>>

export type Flags<Name extends string> = Readonly<Record<Name, boolean>>

type More<T> = {
  readonly short?: string
  /** The placeholder in help, if that of the type is too vague. */
  readonly sign?: string
  /** The default as help shows it: a value that is set elsewhere, or words. */
  readonly otherwise?: T | string
}

export const flag = (help: string, short?: string): Option<boolean> => ({
  help,
  type: null,
  ...(short === undefined ? {} : { short }),
  read: (words) => ({ value: words.length > 0 }),
})

/** An option with a value. Undefined if it is not given. */
export const option = <T>(
  type: ValueType<T>,
  help: string,
  { short, sign = type.sign, otherwise }: More<T> = {},
): Option<T | undefined> => ({
  help: otherwise === undefined ? help : `${help} (default: ${shownDefault(type, otherwise)})`,
  type: { ...type, sign },
  ...(short === undefined ? {} : { short }),
  read: (words) => readLast(type, words, undefined),
})

/** An option with a fixed default that no config overrides. */
export const optionOr = <T>(type: ValueType<T>, help: string, standard: T): Option<T> => ({
  help: `${help} (default: ${type.show(standard)})`,
  type,
  read: (words) => readLast(type, words, standard),
})

/** An option that may be repeated. With `splits`, one value may contain several, separated by commas. */
export const list = <T>(
  type: ValueType<T>,
  help: string,
  { splits = false }: { readonly splits?: boolean } = {},
): Option<readonly T[]> => ({
  help,
  type,
  read: (words) => readAll(type, splits ? words.flatMap(splitWord) : words),
})

export const one = <T>(type: ValueType<T>): Positional<T> => ({
  type,
  least: 1,
  most: 1,
  read: ([word]) => (word === undefined ? { refused: null } : readOne(type, word)),
})

export const optional = <T>(type: ValueType<T>): Positional<T | undefined> => ({
  type,
  least: 0,
  most: 1,
  read: (words) => readLast(type, words, undefined),
})

export const several = <T>(type: ValueType<T>): Positional<readonly T[]> => ({
  type,
  least: 0,
  most: Infinity,
  read: (words) => readAll(type, words),
})

const shownDefault = <T>(type: ValueType<T>, value: T | string): string =>
  typeof value === 'string' ? value : type.show(value)

const readOne = <T>(type: ValueType<T>, word: string): Read<T> => {
  const value = type.read(word)
  return value === undefined ? { refused: word } : { value }
}

/** The last value wins, but every value must be valid. */
function readLast<T, S>(type: ValueType<T>, words: readonly string[], standard: S): Read<T | S> {
  const found = readAll(type, words)
  return 'refused' in found ? found : { value: found.value.at(-1) ?? standard }
}

function readAll<T>(type: ValueType<T>, words: readonly string[]): Read<readonly T[]> {
  const values: T[] = []
  for (const word of words) {
    const found = readOne(type, word)
    if ('refused' in found) return found
    values.push(found.value)
  }
  return { value: values }
}

const splitWord = (word: string): readonly string[] =>
  word
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
