/** How much is kept. Null means no limit. */
import { DAY_MS } from '../record/duration.ts'
export type Retention = {
  readonly olderThanMs: number | null
  readonly keepBytes: number | null
  /** Includes folders that the database does not know. */
  readonly orphans: boolean
}

/** The default: a month, and as much as a small disk can hold. */
export const defaultRetention: Retention & { readonly olderThanMs: number; readonly keepBytes: number } = {
  olderThanMs: 30 * DAY_MS,
  keepBytes: 5 * 1024 ** 3,
  orphans: false,
}
