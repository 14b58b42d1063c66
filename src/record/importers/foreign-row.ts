/** Reads rows of another program. Columns differ between its schemas. A missing column is null. */
import type { Row } from '../sqlite/row.ts'

export function textIn(row: Row, name: string): string | null {
  const value = row[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
}

export const numberIn = (row: Row, name: string): number | null => {
  const value = row[name]
  return typeof value === 'number' ? value : null
}

/** A time without a zone is UTC. */
export function instantIn(row: Row, name: string): string | null {
  const value = textIn(row, name)
  if (value === null) return null
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value.replace(' ', 'T')}Z`)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
