import type { Random } from './backoff.ts'
import { DAY_MS } from '../record/duration.ts'

/** A reset later than every monthly quota was misread, or a person must decide. */
const LONGEST_WAIT_MS = 32 * DAY_MS
/** Other runs wait for the same time. A minute is enough to spread them. */
const LONGEST_JITTER_MS = 60_000

/**
 * When to try again after a limit that resets at `resetAt`: later by up to a tenth of the wait, at most a minute. Null
 * if no usable time is known.
 */
export function untilReset(resetAt: string | null, now: Date, random: Random): string | null {
  const resetMs = resetAt === null ? Number.NaN : Date.parse(resetAt)
  const waitMs = resetMs - now.getTime()
  if (!(waitMs > 0) || waitMs > LONGEST_WAIT_MS) return null
  const jitterMs = Math.min(waitMs / 10, LONGEST_JITTER_MS) * random()
  return new Date(resetMs + Math.round(jitterMs)).toISOString()
}

/** Is the reset in the past? Then the next run may work. */
export const isPast = (resetAt: string | null, now: Date): boolean =>
  resetAt !== null && Date.parse(resetAt) <= now.getTime()
