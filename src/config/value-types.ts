/** The types of values in mayday.yaml. Each has one schema, from which its TypeScript type is inferred. */
import * as v from 'valibot'
import { DAY_MS, DURATION_FORM, readDuration, typedDuration } from '../record/duration.ts'
import { readSize, SIZE_FORM, typedSize } from '../record/size.ts'
import { plainOf } from '../record/yaml-node.ts'
import type { ValueType } from './schema.ts'

type Kind<T> = Pick<ValueType<T>, 'takes' | 'show' | 'schema'> & {
  readonly reads?: ValueType<T>['reads']
}

const valueType = <T>({ reads = 'text', ...kind }: Kind<T>): ValueType<T> & Kind<T> => ({
  ...kind,
  reads,
  read: (node) => {
    const { success, output } = v.safeParse(kind.schema, plainOf(node, reads))
    return success ? output : undefined
  },
})

/** Milliseconds. */
const durationSchema = v.pipe(
  v.string(),
  v.regex(DURATION_FORM),
  v.transform((word) => readDuration(word) ?? 0),
  v.minValue(1),
)

export const duration: ValueType<number> & Kind<number> = valueType({
  takes: 'a duration like 90s, 30m, 2h or 7d',
  schema: durationSchema,
  show: typedDuration,
})

const MOST_PAUSES = 5
const SHORTEST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = DAY_MS

const pause = v.pipe(durationSchema, v.minValue(SHORTEST_PAUSE_MS), v.maxValue(LONGEST_PAUSE_MS))

/** Milliseconds. A single duration counts as a list of one. */
export const pauses: ValueType<readonly number[]> = valueType<readonly number[]>({
  takes: `one to ${MOST_PAUSES} durations from 1s to 1d like [30s, 1m, 5m]`,
  schema: v.union([
    v.pipe(
      pause,
      v.transform((ms) => [ms]),
    ),
    v.pipe(v.array(pause), v.minLength(1), v.maxLength(MOST_PAUSES)),
  ]),
  show: (found) => `[${found.map((ms) => typedDuration(ms)).join(', ')}]`,
})

/** Bytes. */
export const size: ValueType<number> & Kind<number> = valueType({
  takes: 'a size like 512m or 2g',
  schema: v.pipe(
    v.string(),
    v.regex(SIZE_FORM),
    v.transform((word) => readSize(word) ?? 0),
    v.minValue(1),
  ),
  show: typedSize,
})

const none = v.pipe(
  v.literal('none'),
  v.transform(() => null),
)

/** `none` removes the value of another file. */
export const orNone = <T>(kind: Kind<T>): ValueType<T | null> =>
  valueType<T | null>({
    ...kind,
    takes: `${kind.takes}, or none`,
    schema: v.union([none, kind.schema]),
    show: (value) => (value === null ? 'none' : kind.show(value)),
  })

/** A count. */
export const countFrom = (least: number): ValueType<number> & Kind<number> =>
  valueType({
    takes: `a whole number from ${least}`,
    reads: 'value',
    schema: v.pipe(v.number(), v.safeInteger(), v.minValue(least)),
    show: String,
  })

export const dollars: ValueType<number> & Kind<number> = valueType({
  takes: 'an amount of dollars like 5 or 2.50',
  reads: 'value',
  schema: v.pipe(v.number(), v.finite(), v.gtValue(0)),
  show: String,
})

export const flag: ValueType<boolean> = valueType({
  takes: 'true or false',
  reads: 'value',
  schema: v.boolean(),
  show: String,
})

/** One line or several, as written. */
export const text = (takes: string, form: RegExp = /\S/): ValueType<string> & Kind<string> =>
  valueType({
    takes,
    schema: v.pipe(v.string(), v.regex(form)),
    show: (found) => (found.includes('\n') ? JSON.stringify(found) : found),
  })

/** The value of a variable. A number or a boolean counts as text. */
export const variable: ValueType<string> = valueType({
  takes: 'a word or a number',
  schema: v.string(),
  show: (value) => (/^[\w./@:=-]+$/.test(value) ? value : JSON.stringify(value)),
})

export const pattern: ValueType<string> = valueType({
  takes: "a regular expression like 'Session: (\\S+)'",
  schema: v.pipe(v.string(), v.nonEmpty(), v.check(isPattern)),
  show: (found) => found,
})

function isPattern(text: string): boolean {
  try {
    return new RegExp(text).source !== ''
  } catch {
    // The text is not a valid pattern.
    return false
  }
}

export const oneOf = <T extends string>(words: readonly T[]): ValueType<T> & Kind<T> =>
  valueType<T>({ takes: `one of ${words.join(', ')}`, schema: v.picklist(words), show: (word) => word })

/** List items that YAML reads as text without quotes. `{prompt}` would be a map. */
const BARE = /^[\w./](?:[\w./@:=-]*[\w./@=-])?$/

/** A list. A single word counts as a list of one. */
export const listOf = (takes: string, form: RegExp = /[^]/): ValueType<readonly string[]> => {
  const item = v.pipe(v.string(), v.regex(form))
  return valueType<readonly string[]>({
    takes,
    schema: v.pipe(
      v.nullable(v.union([item, v.array(item)])),
      v.transform((found) => (typeof found === 'string' ? [found] : (found ?? []))),
    ),
    show: (words) => `[${words.map((word) => (BARE.test(word) ? word : JSON.stringify(word))).join(', ')}]`,
  })
}

/** A list of words that are known. */
export const listOfWords = <T extends string>(words: readonly T[]): ValueType<readonly T[]> => {
  const item = v.picklist(words)
  return valueType<readonly T[]>({
    takes: `a list of ${words.join(', ')}`,
    schema: v.pipe(
      v.union([item, v.array(item)]),
      v.transform((found) => (typeof found === 'string' ? [found] : found)),
    ),
    show: (found) => `[${found.join(', ')}]`,
  })
}
