import { readDuration, typedDuration } from '../record/duration.ts'
import { readSize, typedSize } from '../record/size.ts'
import type { ConfigNode } from './config-node.ts'
import type { ValueType } from './schema.ts'

const textOf = (node: ConfigNode): string | null => (node.kind === 'scalar' ? node.text : null)

/** Milliseconds. */
export const duration: ValueType<number> = {
  takes: 'a duration like 90s, 30m, 2h or 7d',
  read: (node) => {
    const ms = readDuration(textOf(node) ?? '')
    return ms === null || ms === 0 ? undefined : ms
  },
  show: typedDuration,
}

const MOST_PAUSES = 5
const SHORTEST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 86_400_000

/** Milliseconds each. A single duration may stand for a list of one. */
export const pauses: ValueType<readonly number[]> = {
  takes: `one to ${MOST_PAUSES} durations from 1s to 1d like [30s, 1m, 5m]`,
  read: (node) => {
    const items = node.kind === 'list' ? node.items : [node]
    const found = items.map((item) => readDuration(textOf(item) ?? '') ?? 0)
    const isFit = found.every((ms) => ms >= SHORTEST_PAUSE_MS && ms <= LONGEST_PAUSE_MS)
    return isFit && found.length > 0 && found.length <= MOST_PAUSES ? found : undefined
  },
  show: (found) => `[${found.map((ms) => typedDuration(ms)).join(', ')}]`,
}

/** Bytes. */
export const size: ValueType<number> = {
  takes: 'a size like 512m or 2g',
  read: (node) => readSize(textOf(node) ?? '') ?? undefined,
  show: typedSize,
}

/** `none` takes back what another file says. */
export const orNone = <T>(type: ValueType<T>): ValueType<T | null> => ({
  takes: `${type.takes}, or none`,
  read: (node) => (textOf(node) === 'none' ? null : type.read(node)),
  show: (value) => (value === null ? 'none' : type.show(value)),
})

/** A number of things. */
export const countFrom = (least: number): ValueType<number> => ({
  takes: `a whole number from ${least}`,
  read: (node) =>
    node.kind === 'scalar' && Number.isSafeInteger(node.value) && Number(node.value) >= least
      ? Number(node.value)
      : undefined,
  show: String,
})

export const dollars: ValueType<number> = {
  takes: 'an amount of dollars like 5 or 2.50',
  read: (node) =>
    node.kind === 'scalar' && typeof node.value === 'number' && Number.isFinite(node.value) && node.value > 0
      ? node.value
      : undefined,
  show: String,
}

export const flag: ValueType<boolean> = {
  takes: 'true or false',
  read: (node) => (node.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : undefined),
  show: String,
}

/** One line or several, as it is written. */
export const text = (takes: string, form: RegExp = /\S/): ValueType<string> => ({
  takes,
  read: (node) => {
    const found = textOf(node)
    return found !== null && form.test(found) ? found : undefined
  },
  show: (found) => (found.includes('\n') ? JSON.stringify(found) : found),
})

/** A variable's value; a number or true is text there. */
export const variable: ValueType<string> = {
  takes: 'a word or a number',
  read: (node) => textOf(node) ?? undefined,
  show: (value) => (/^[\w./@:=-]+$/.test(value) ? value : JSON.stringify(value)),
}

export const pattern: ValueType<string> = {
  takes: "a regular expression like 'Session: (\\S+)'",
  read: (node) => {
    const found = textOf(node)
    return found !== null && found !== '' && isPattern(found) ? found : undefined
  },
  show: (found) => found,
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text).source !== ''
  } catch {
    // Exactly the answer that was asked for.
    return false
  }
}

export const oneOf = <T extends string>(words: readonly T[]): ValueType<T> => ({
  takes: `one of ${words.join(', ')}`,
  read: (node) => words.find((word) => word === textOf(node)),
  show: (word) => word,
})

/** A list, in which a single word may stand for a list of one. */
export const listOf = (takes: string, form: RegExp = /[^]/): ValueType<readonly string[]> => ({
  takes,
  read: (node) => {
    if (node.kind === 'empty') return []
    const items = node.kind === 'list' ? node.items : [node]
    const words = items.map((item) => textOf(item))
    return words.every((word) => word !== null && form.test(word)) ? words.map(String) : undefined
  },
  show: (words) =>
    `[${words.map((word) => (/^[\w./@:{}=-]+$/.test(word) ? word : JSON.stringify(word))).join(', ')}]`,
})
