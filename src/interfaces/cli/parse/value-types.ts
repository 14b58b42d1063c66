/** The types of options and positionals. `help durations` and the errors are derived from them. */
import { dialectNames, type DialectName } from '../../../reasons/dialects/dialects.ts'
import { readDuration, readSince, typedDuration } from '../../../record/duration.ts'
import { phaseNumber } from '../../../record/phase.ts'
import { readSize, typedSize } from '../../../record/size.ts'
import type { ValueType } from './value-type.ts'

/** Milliseconds. */
export const duration: ValueType<number> = {
  sign: 'TIME',
  takes: 'a time like 30s, 10m or 2h',
  read: (word) => readDuration(word) ?? undefined,
  show: typedDuration,
}

export const durationFrom = (leastMs: number, mostMs: number): ValueType<number> => ({
  ...duration,
  takes: `a time from ${typedDuration(leastMs)} to ${typedDuration(mostMs)}`,
  read: (word) => between(readDuration(word), leastMs, mostMs),
})

/** A UTC instant. */
export const since: ValueType<string> = {
  sign: 'TIME',
  takes: 'a time like 7d or a date like 2026-01-31',
  read: (word) => readSince(word, Date.now()) ?? undefined,
  show: String,
}

/** Bytes. */
export const size: ValueType<number> = {
  sign: 'SIZE',
  takes: 'a size like 512m or 2g',
  read: (word) => readSize(word) ?? undefined,
  show: typedSize,
}

const LARGEST = 999_999_999_999_999

/** A whole number. */
export const count = (least: number, most: number = LARGEST): ValueType<number> => ({
  sign: 'N',
  takes: `a number from ${least}${most === LARGEST ? '' : ` to ${most}`}`,
  read: (word) => between(/^-?\d{1,15}$/.test(word) ? Number(word) : null, least, most),
  show: String,
})

const between = (value: number | null, least: number, most: number): number | undefined =>
  value === null || value < least || value > most ? undefined : value

export const dollars: ValueType<number> = {
  sign: 'X',
  takes: 'an amount of dollars like 5 or 2.50',
  read: (word) => (/^\d{1,9}(?:\.\d{1,6})?$/.test(word) && Number(word) > 0 ? Number(word) : undefined),
  show: String,
}

/** One word of a list. */
export const choice = <T extends string>(sign: string, words: readonly T[]): ValueType<T> => ({
  sign,
  takes: words.length === 1 ? words.join('') : `one of ${words.join(', ')}`,
  read: (word) => words.find((one) => one === word),
  show: String,
  known: words,
})

/** A word that selects what a command does. */
export const keyword = <T extends string>(...words: readonly T[]): ValueType<T> =>
  choice(words.join(' | '), words)

export const wordFor = <T>(sign: string, values: Readonly<Record<string, T>>): ValueType<T> => {
  const { show: _, ...words } = choice(sign, Object.keys(values))
  return { ...words, read: (word) => (Object.hasOwn(values, word) ? values[word] : undefined), show: String }
}

const matching = (sign: string, takes: string, form: RegExp, see?: string): ValueType<string> => ({
  sign,
  takes,
  read: (word) => (form.test(word) ? word : undefined),
  show: String,
  ...(see === undefined ? {} : { see }),
})

const SOMETHING = /\S/

/** Free text for people or other programs. */
export const text = (sign: string): ValueType<string> => matching(sign, 'a text', /[^]/)

export const path = (sign: string, takes: string): ValueType<string> => ({
  ...matching(sign, takes, SOMETHING),
  completes: 'file',
})

/** A run by its number or its id. The command checks whether it is recorded. */
export const run: ValueType<string> = {
  ...matching('RUN', 'the number of one run', SOMETHING, 'mayday history'),
  completes: 'run',
}

/** A task by its number or its id. The command checks whether it is recorded. */
export const task: ValueType<string> = {
  ...matching('TASK', 'the number of one task', SOMETHING, 'mayday tasks'),
  completes: 'task',
}

export const taskNumber: ValueType<number> = {
  ...count(1),
  takes: task.takes,
  see: 'mayday tasks',
  completes: 'task',
}

export const escalation: ValueType<number> = {
  ...count(1),
  takes: 'the number of one escalation',
  see: 'mayday escalations',
  completes: 'escalation',
}

/** The command checks whether there is one. */
export const failureKey: ValueType<string> = matching(
  'KEY',
  'the key of one failure',
  SOMETHING,
  'mayday failures',
)

/** A path, or a name on the board. */
export const card: ValueType<string> = {
  ...matching('CARD', 'the path of one card', SOMETHING, 'mayday cards'),
  completes: 'card',
  read: (word) => (SOMETHING.test(word) && !/^\d+$/.test(word) ? word : undefined),
}

/** Digits or an id name a run, anything else names a card. */
export type Named = { readonly kind: 'run' | 'card'; readonly word: string }

const RUN_ID = /^(?:\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

export const cardOrRun: ValueType<Named> = {
  sign: 'CARD | RUN',
  takes: 'one card or the number of one run',
  read: (word) => (SOMETHING.test(word) ? { kind: RUN_ID.test(word) ? 'run' : 'card', word } : undefined),
  show: ({ word }) => word,
  see: 'mayday queue',
  completes: 'card-or-run',
}

/** A reason, including custom reasons and those of other programs. The command checks whether it is known. */
export const reason: ValueType<string> = {
  ...matching('REASON', 'the name of one reason', SOMETHING, 'mayday reasons'),
  completes: 'reason',
  read: (word) => (SOMETHING.test(word) ? word.toUpperCase() : undefined),
}

export const dialect: ValueType<DialectName> = choice('NAME', dialectNames)

/** An agent, including agents that only mayday.yaml defines. The command checks whether it is known. */
export const agent: ValueType<string> = {
  ...matching('NAME', 'the name of an agent', /^[^\s-]\S*$/, 'mayday agents'),
  completes: 'agent',
}

export const model: ValueType<string> = matching('MODEL', 'the name of a model', /^[^\s-]\S*$/)

export const phase: ValueType<string> = {
  sign: 'PHASE',
  takes: '12, 12-01 or 5.2',
  read: (word) => (phaseNumber(word) === null ? undefined : word),
  show: String,
}

/** The same form as in `schedule.perFlow` of the config. Cards, locks and lists contain the flow. */
export const flow: ValueType<string> = matching(
  'FLOW',
  'one word of letters, digits, - and _, like implement, review or research',
  /^[A-Za-z][\w-]{0,63}$/,
)
