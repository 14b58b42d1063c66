import type { SQLOutputValue } from 'node:sqlite'

/** One row as SQLite gives it. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** A column whose type the schema vouches for; another one there is a bug of ours. */
export function text(row: Row, name: string): string {
  const value = row[name]
  if (typeof value === 'string') return value
  throw new TypeError(`Column ${name} holds no text.`)
}

export function number(row: Row, name: string): number {
  const value = row[name]
  if (typeof value === 'number') return value
  throw new TypeError(`Column ${name} holds no number.`)
}

export const textOrNull = (row: Row, name: string): string | null =>
  row[name] === null || row[name] === undefined ? null : text(row, name)

export const numberOrNull = (row: Row, name: string): number | null =>
  row[name] === null || row[name] === undefined ? null : number(row, name)

export const flag = (row: Row, name: string): boolean => row[name] === 1

/** A column that holds a word of a closed list; null where it holds none. */
export const among = <T extends string>(words: readonly T[], row: Row, name: string): T | null =>
  words.find((word) => word === row[name]) ?? null
