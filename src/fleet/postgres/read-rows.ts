import type { GenericSchema } from 'valibot'
import { fits, misfitIn, type Shape } from '../../record/schema.ts'
import type { Row } from './database.ts'

/** The columns of a row. The database is shared, so another version or program may have changed it. */
export function readRow<S extends GenericSchema>(schema: S, row: Row | undefined): Shape<S> {
  const found: unknown = row
  if (fits(schema, found)) return found
  throw new Error(`a row of the fleet cannot be read: ${misfitIn(schema, found) ?? 'it does not fit'}`)
}

export const readRows = <S extends GenericSchema>(schema: S, rows: readonly Row[]): readonly Shape<S>[] =>
  rows.map((row) => readRow(schema, row))
