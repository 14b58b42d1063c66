/** How much may run and wait at a time. */
import type { Store } from '../record/store.ts'

export type Limits = {
  /** Of all flows together. */
  readonly concurrency: number
  readonly perFlow: Readonly<Record<string, number>>
}

export const limitOfFlow = ({ concurrency, perFlow }: Limits, flow: string): number =>
  Math.min(concurrency, perFlow[flow] ?? concurrency)

/** From here on a card that is queued is told that it will take a while. */
export const softLimit = (concurrency: number): number => Math.max(4 * concurrency, 8)

/** From here on a card is deferred: kept, without a lock. */
export const hardLimit = (concurrency: number): number => 2 * softLimit(concurrency)

/** What the project's config says. */
export type Schedule = {
  readonly concurrency?: number
  readonly perFlow?: Readonly<Record<string, number>>
  /** Pauses before further runs, in milliseconds; without them the defaults. */
  readonly backoff?: readonly number[]
}

/** Where the limit of the scheduler at work is kept, so that it can be changed while it works. */
const CONCURRENCY = 'schedule:concurrency'

/** What holds now. */
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

/** Null: as the config says. */
export const setConcurrency = (concurrency: number | null, { store }: { readonly store: Store }): void =>
  store.setSetting(CONCURRENCY, concurrency === null ? null : String(concurrency))
