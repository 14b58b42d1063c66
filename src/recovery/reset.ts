import type { Random } from './backoff.ts'

/** A limit that resets later than every monthly quota was misread, or is a person's business. */
const LONGEST_WAIT_MS = 32 * 24 * 3_600_000
/** Others wait for the same instant; a minute is enough to spread them. */
const LONGEST_JITTER_MS = 60_000

/**
 * When to try again after a limit that resets at `resetAt`: a little later, by up to a tenth of the wait and a
 * minute at most. Null where no instant is known that can be waited for.
 */
export function untilReset(resetAt: string | null, now: Date, random: Random): string | null {
  const resetMs = resetAt === null ? Number.NaN : Date.parse(resetAt)
  const waitMs = resetMs - now.getTime()
  if (!(waitMs > 0) || waitMs > LONGEST_WAIT_MS) return null
  const jitterMs = Math.min(waitMs / 10, LONGEST_JITTER_MS) * random()
  return new Date(resetMs + Math.round(jitterMs)).toISOString()
}

/** Is it past, so that the very next try may work? */
export const isPast = (resetAt: string | null, now: Date): boolean =>
  resetAt !== null && Date.parse(resetAt) <= now.getTime()
