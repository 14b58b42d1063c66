import type { SQLOutputValue } from 'node:sqlite'
import type * as v from 'valibot'
import { fits, misfitIn, type Shape } from '../schema.ts'

/** One row as SQLite returns it. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** A column whose type the schema guarantees. Any other type is a bug. */
export function text(row: Row, name: string): string {
  const value = row[name]
  if (typeof value === 'string') return value
  throw new TypeError(`Column ${name} contains no text.`)
}

export function number(row: Row, name: string): number {
  const value = row[name]
  if (typeof value === 'number') return value
  throw new TypeError(`Column ${name} contains no number.`)
}

/** Text that is an instant. */
export function instant(row: Row, name: string): string {
  const value = text(row, name)
  if (Number.isNaN(Date.parse(value))) throw new TypeError(`Column ${name} contains no instant.`)
  return value
}

/** A JSON column. A value that does not fit its schema is an error of that row. */
export function jsonIn<S extends v.GenericSchema>(schema: S, row: Row, name: string): Shape<S> {
  const found: unknown = JSON.parse(text(row, name))
  if (fits(schema, found)) return found
  throw new TypeError(`its ${name}: ${misfitIn(schema, found)}`)
}

export const textOrNull = (row: Row, name: string): string | null =>
  row[name] === null || row[name] === undefined ? null : text(row, name)

export const numberOrNull = (row: Row, name: string): number | null =>
  row[name] === null || row[name] === undefined ? null : number(row, name)

export const flag = (row: Row, name: string): boolean => row[name] === 1

/** A column with a word of a closed list; null if it has none. */
export const among = <T extends string>(words: readonly T[], row: Row, name: string): T | null =>
  words.find((word) => word === row[name]) ?? null
