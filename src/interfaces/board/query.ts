/** Reads the values of a URL's query. */
import { parseValue } from '../cli/parse/value-type.ts'
import { since } from '../cli/parse/value-types.ts'
import { RequestError } from './answer.ts'

/** The query of a question that takes these words. */
export type Query<Word extends string> = { readonly get: (word: Word) => string | null }

type Bounds = { readonly default: number; readonly least: number; readonly most: number }

export function numberIn<Word extends string>(
  query: Query<Word>,
  name: Word,
  { default: missing, least, most }: Bounds,
): number {
  const word = query.get(name)
  if (word === null || word === '') return missing
  const value = /^-?\d{1,16}$/.test(word) ? Number(word) : Number.NaN
  if (value >= least && value <= most) return value
  throw new RequestError(400, 'QUERY', `'${name}' needs a whole number from ${least} to ${most}.`)
}

/** `30d` or `2026-01-31` as an instant; null if it is not given. */
export const sinceIn = (query: Query<'since'>): string | null => timeIn(query, 'since')

export function timeIn<Word extends 'since' | 'until'>(query: Query<Word>, name: Word): string | null {
  const word = query.get(name) ?? ''
  return word === '' ? null : parseValue(since, word, `'${name}'`)
}
