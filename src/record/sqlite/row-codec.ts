/**
 * Converts rows of a table by the schema of its record. Each field is a column: its name in snake case, its value
 * unchanged, a boolean as 0 or 1, a list or an object as JSON.
 *
 * C1 Both directions are derived from the schema: a written value reads back unchanged.
 * C2 A row that does not fit is an error of that row, which names the field.
 */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type * as v from 'valibot'
import { fits, misfitIn, type Shape } from '../schema.ts'
import type { Columns } from './insert.ts'
import type { Row } from './row.ts'

type Fields = Readonly<Record<string, v.GenericSchema>>
type RecordSchema = v.GenericSchema & { readonly entries: Fields }

export type RowCodec<S extends v.GenericSchema> = {
  readonly read: (row: Row) => Shape<S>
  /** The columns of the given fields. */
  readonly write: (fields: Partial<Shape<S>>) => Columns
}

type Kind = 'plain' | 'flag' | 'json'
type Column = { readonly field: string; readonly name: string; readonly kind: Kind }

/** `renamed`: fields whose columns have another name. */
export function rowCodec<S extends RecordSchema>(
  schema: S,
  renamed: Readonly<Record<string, string>> = {},
): RowCodec<S> {
  const columns = Object.entries(schema.entries).map(([field, of]): Column => {
    return { field, name: renamed[field] ?? snakeCase(field), kind: kindOf(of) }
  })
  return {
    read: (row) => {
      const found = Object.fromEntries(columns.map((column) => [column.field, valueIn(row, column)]))
      if (fits<S>(schema, found)) return found
      throw new TypeError(`its ${misfitIn(schema, found)}`)
    },
    write: (fields) => writeColumns(columns, new Map(Object.entries(fields))),
  }
}

const snakeCase = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const AS_JSON: ReadonlySet<string> = new Set(['array', 'object', 'record'])

function kindOf(schema: v.GenericSchema): Kind {
  if ('wrapped' in schema && isSchema(schema.wrapped)) return kindOf(schema.wrapped)
  if (schema.type === 'boolean') return 'flag'
  return AS_JSON.has(schema.type) ? 'json' : 'plain'
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'type' in value && 'kind' in value

function valueIn(row: Row, { name, kind }: Column): unknown {
  const value = row[name]
  if (kind === 'flag') return flagIn(value)
  return kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value
}

const flagIn = (value: SQLOutputValue | undefined): unknown =>
  value === 0 ? false : value === 1 ? true : value

function writeColumns(columns: readonly Column[], fields: ReadonlyMap<string, unknown>): Columns {
  const written: Record<string, SQLInputValue> = {}
  for (const { field, name, kind } of columns) {
    const value = fields.get(field)
    if (value !== undefined) written[name] = columnValue(kind, value)
  }
  return written
}

function columnValue(kind: Kind, value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  return kind === 'flag' ? Number(value) : JSON.stringify(value)
}
