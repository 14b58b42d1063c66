/** Long timers are unreliable (suspend, clock changes, a maximum of 25 days), so they are set again every hour. */
const LONGEST_NAP_MS = 3_600_000

/** The clock of a wait. It is passed in, so that a test can move it ahead. */
export type Clock = {
  readonly now: () => Date
  /** Waits for some time. False if the signal ended it early. */
  readonly nap: (ms: number, signal: AbortSignal) => Promise<boolean>
}

/**
 * Sleeps until a time of the wall clock, even if the clock is changed in between. False if the signal ended it early.
 */
export async function sleepUntil(until: Date, clock: Clock, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const leftMs = until.getTime() - clock.now().getTime()
    if (leftMs <= 0) return true
    if (!(await clock.nap(Math.min(leftMs, LONGEST_NAP_MS), signal))) return false
  }
}

/** The clock of the machine. */
export const wallClock: Clock = {
  now: () => new Date(),
  nap: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(false)
      const wake = (): void => {
        clearTimeout(timer)
        resolve(false)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', wake)
        resolve(true)
      }, ms)
      signal.addEventListener('abort', wake, { once: true })
    }),
}
