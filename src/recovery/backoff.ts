const FIRST_MS = 30_000
/** No pause is longer: a cause that has passed is noticed within five minutes. */
export const LONGEST_PAUSE_MS = 300_000
/** More would only hide from a person that something does not pass by itself. */
export const MOST_RETRIES = 5

/** A number from 0 up to but not including 1, as `Math.random` gives it. */
export type Random = () => number

/**
 * The pause before the n-th further run: 30 s, doubled each time, ±10 % so that what failed together does not
 * come back together, never over 300 s.
 */
export function pauseMs(nth: number, random: Random): number {
  const nominalMs = FIRST_MS * 2 ** Math.max(0, nth - 1)
  return Math.min(LONGEST_PAUSE_MS, Math.round(nominalMs * (0.9 + 0.2 * random())))
}

/** The pause before the n-th automatic retry; null after the fifth: then a person is asked. */
export const backoffMs = (nth: number, random: Random): number | null =>
  nth > MOST_RETRIES ? null : pauseMs(nth, random)
