const FIRST_MS = 30_000
/** No default pause is longer: a cause that has passed is noticed within five minutes. */
export const LONGEST_PAUSE_MS = 300_000
/** More would only hide from a person that something does not pass by itself. */
export const MOST_RETRIES = 5

/** A number from 0 up to but not including 1, as `Math.random` gives it. */
export type Random = () => number

/** The pauses before the first, second … further run, as a project wants them. The last one serves for all that follow. */
export type Pauses = readonly number[]

/** What `pauseMs` gives without a project's own pauses, apart from chance. */
export const defaultPauses: Pauses = [FIRST_MS, 60_000, 120_000, 240_000, LONGEST_PAUSE_MS]

/**
 * The pause before the n-th further run, ±10 % so that what failed together does not come back together. By default 30 s,
 * doubled each time, never over 300 s.
 */
export function pauseMs(nth: number, random: Random, own?: Pauses): number {
  const spread = 0.9 + 0.2 * random()
  const wanted = own?.[Math.min(Math.max(1, nth), own.length) - 1]
  if (wanted !== undefined) return Math.round(wanted * spread)
  const nominalMs = FIRST_MS * 2 ** Math.max(0, nth - 1)
  return Math.min(LONGEST_PAUSE_MS, Math.round(nominalMs * spread))
}

/** The longest pause, without chance. */
export const longestPauseMs = (own?: Pauses): number =>
  own === undefined || own.length === 0 ? LONGEST_PAUSE_MS : Math.max(...own)

/** The pause before the n-th automatic retry; null after the fifth: then a person is asked. */
export const backoffMs = (nth: number, random: Random, own?: Pauses): number | null =>
  nth > MOST_RETRIES ? null : pauseMs(nth, random, own)
