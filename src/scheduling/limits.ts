/** How many tasks may run and how many may be queued. */
import type { Store } from '../record/store.ts'

export type Limits = {
  /** For all flows together. */
  readonly concurrency: number
  readonly perFlow: Readonly<Record<string, number>>
}

export const limitOfFlow = ({ concurrency, perFlow }: Limits, flow: string): number =>
  Math.min(concurrency, perFlow[flow] ?? concurrency)

/** Above this limit, Mayday warns that a queued card has to wait for a while. */
export const softLimit = (concurrency: number): number => Math.max(4 * concurrency, 8)

/** Above this limit, a card is deferred: it is kept without a lock. */
export const hardLimit = (concurrency: number): number => 2 * softLimit(concurrency)

/** The schedule from the config of the project. */
export type Schedule = {
  readonly concurrency?: number
  readonly perFlow?: Readonly<Record<string, number>>
  /** Pauses before retries, in milliseconds. Absent: the defaults. */
  readonly backoff?: readonly number[]
}

/** The setting that changes the limit while a scheduler is running. */
const CONCURRENCY = 'schedule:concurrency'

/** The limits that apply now. */
export function limitsNow({
  store,
  schedule,
}: {
  readonly store: Store
  readonly schedule: Schedule
}): Limits {
  const set = Number(store.setting(CONCURRENCY) ?? Number.NaN)
  const concurrency = set >= 1 ? set : (schedule.concurrency ?? 1)
  return { concurrency, perFlow: schedule.perFlow ?? {} }
}

/** Null: the config decides. */
export const setConcurrency = (concurrency: number | null, { store }: { readonly store: Store }): void =>
  store.setSetting(CONCURRENCY, concurrency === null ? null : String(concurrency))
