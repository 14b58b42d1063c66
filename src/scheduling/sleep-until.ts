/** Timers that are set far ahead go wrong (sleep, clock changes, 25 days at most): they are set anew every hour. */
const LONGEST_NAP_MS = 3_600_000

/** What a wait is measured by: passed in, so that a test can move hours ahead. */
export type Clock = {
  readonly now: () => Date
  /** Lets some time pass. False where it was woken by the signal. */
  readonly nap: (ms: number, signal: AbortSignal) => Promise<boolean>
}

/** Sleeps until an instant of the clock on the wall, whatever happens to it meanwhile. False where it was woken. */
export async function sleepUntil(until: Date, clock: Clock, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const leftMs = until.getTime() - clock.now().getTime()
    if (leftMs <= 0) return true
    if (!(await clock.nap(Math.min(leftMs, LONGEST_NAP_MS), signal))) return false
  }
}

/** The machine's own clock. */
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
