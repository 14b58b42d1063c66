import { describe, expect, it } from 'vitest'
import { sleepUntil, wallClock, type Clock } from './sleep-until.ts'

/** A clock that is asked, and goes on by itself. */
const clockFrom = (start: number, step: number): Clock => {
  let at = start
  return { ...wallClock, now: () => new Date((at += step)) }
}

describe('a wait', () => {
  it('is over at once when its instant has passed', async () => {
    const never = new AbortController().signal
    expect(await sleepUntil(new Date(0), clockFrom(1, 0), never)).toBe(true)
  })

  it('ends by the clock, not by its timer', async () => {
    const never = new AbortController().signal
    // Far ahead at first; the clock is set on, so that only milliseconds are left when it is asked again.
    const clock = clockFrom(0, 5)
    expect(await sleepUntil(new Date(20), clock, never)).toBe(true)
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(20)
  })

  it('is cut short by a cancel', async () => {
    const cancel = new AbortController()
    const waiting = sleepUntil(new Date(Date.now() + 3_600_000), wallClock, cancel.signal)
    cancel.abort()
    expect(await waiting).toBe(false)
  })
})
