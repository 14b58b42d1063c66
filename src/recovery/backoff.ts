const FIRST_MS = 30_000
/** No default pause is longer. So Mayday notices within five minutes that a cause is gone. */
export const LONGEST_PAUSE_MS = 300_000
/** More retries would only hide a permanent problem from a person. */
export const MOST_RETRIES = 5

/** A number from 0 up to but not including 1, like `Math.random`. */
export type Random = () => number

/**
 * The pauses before the first, second, … retry, as a project configured them. The last one is used for all later
 * retries.
 */
export type Pauses = readonly number[]

/** The default pauses of `pauseMs`, without the random spread. */
export const defaultPauses: Pauses = [FIRST_MS, 60_000, 120_000, 240_000, LONGEST_PAUSE_MS]

/**
 * The pause before the n-th retry, ±10 % so that runs that failed together do not start together. Default: 30 s,
 * doubled each time, at most 300 s.
 */
export function pauseMs(nth: number, random: Random, own?: Pauses): number {
  const spread = 0.9 + 0.2 * random()
  const wanted = own?.[Math.min(Math.max(1, nth), own.length) - 1]
  if (wanted !== undefined) return Math.round(wanted * spread)
  const nominalMs = FIRST_MS * 2 ** Math.max(0, nth - 1)
  return Math.min(LONGEST_PAUSE_MS, Math.round(nominalMs * spread))
}

/** The longest pause, without the random spread. */
export const longestPauseMs = (own?: Pauses): number =>
  own === undefined || own.length === 0 ? LONGEST_PAUSE_MS : Math.max(...own)

/** The pause before the n-th automatic retry. Null after the fifth: then a person is asked. */
export const backoffMs = (nth: number, random: Random, own?: Pauses): number | null =>
  nth > MOST_RETRIES ? null : pauseMs(nth, random, own)
