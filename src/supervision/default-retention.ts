/** What may stay. Null: no limit. */
export type Retention = {
  readonly olderThanMs: number | null
  readonly keepBytes: number | null
  /** Folders that the database does not know, too. */
  readonly orphans: boolean
}

/** What applies where nothing was asked for: a month, and as much as a small disk can spare. */
export const defaultRetention: Retention & { readonly olderThanMs: number; readonly keepBytes: number } = {
  olderThanMs: 30 * 24 * 3_600_000,
  keepBytes: 5 * 1024 ** 3,
  orphans: false,
}
