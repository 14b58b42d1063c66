import type { Database } from './database.ts'
import type { Jobs } from './jobs.ts'

/** What every call on the database works with. */
export type Parts = { readonly db: Database; readonly jobs: Jobs; readonly leaseMs: number }
