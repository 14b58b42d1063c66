/** Rows that travel from one store to another, whole. */
import * as v from 'valibot'
import type { Shape } from './schema.ts'

/** In the order in which they refer to each other. */
export const copiedTables = [
  'tasks',
  'runs',
  'diagnoses',
  'corrections',
  'plans',
  'lessons',
  'escalations',
] as const

export type CopiedTable = (typeof copiedTables)[number]

export const rowImageSchema = v.object({
  table: v.picklist(copiedTables),
  /** Columns by name. Columns that the receiving store does not have are left out. */
  row: v.record(v.string(), v.nullable(v.union([v.string(), v.number()]))),
})

export type RowImage = Shape<typeof rowImageSchema>

/** The columns by which the same row is found in every store. */
export const keyColumns: Readonly<Record<CopiedTable, string>> = {
  tasks: 'number',
  runs: 'number',
  diagnoses: 'number',
  corrections: 'number',
  plans: 'number',
  lessons: 'run_id',
  escalations: 'number',
}

export const keyOf = ({ table, row }: RowImage): string => String(row[keyColumns[table]])
