import { fits } from '../../record/schema.ts'
import { needsSchema, type Needs } from '../needs.ts'
import type { Row } from './database.ts'

/** What the tasks of a queue need. */
export function needsIn(row: Row): Needs {
  const needs: unknown = row['needs']
  if (!fits(needsSchema, needs)) throw new Error('the needs of a queue cannot be read')
  return needs
}
