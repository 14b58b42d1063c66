import type { Database } from './database.ts'
import type { Jobs } from './jobs.ts'

/** The dependencies of every call on the database. */
export type Parts = { readonly db: Database; readonly jobs: Jobs; readonly leaseMs: number }
