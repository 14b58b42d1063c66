import * as v from 'valibot'
import { needsSchema, type Needs } from '../needs.ts'
import type { Row } from './database.ts'
import { readRow } from './read-rows.ts'

/** What the tasks of a queue need. */
export const needsIn = (row: Row): Needs => readRow(v.object({ needs: needsSchema }), row).needs
