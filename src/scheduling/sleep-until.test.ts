import { describe, expect, it } from 'vitest'
import { sleepUntil, wallClock, type Clock } from './sleep-until.ts'

/** A clock that advances by one step at each reading. */
const clockFrom = (start: number, step: number): Clock => {
  let at = start
  return { ...wallClock, now: () => new Date((at += step)) }
}

describe('a wait', () => {
  it('ends at once if its time has passed', async () => {
    const never = new AbortController().signal
    expect(await sleepUntil(new Date(0), clockFrom(1, 0), never)).toBe(true)
  })

  it('ends by the clock and not by its timer', async () => {
    const never = new AbortController().signal
    // The end is far ahead at first. The clock then jumps ahead, so only milliseconds are left at the next
    // reading.
    const clock = clockFrom(0, 5)
    expect(await sleepUntil(new Date(20), clock, never)).toBe(true)
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(20)
  })

  it('is ended early by a cancel', async () => {
    const cancel = new AbortController()
    const waiting = sleepUntil(new Date(Date.now() + 3_600_000), wallClock, cancel.signal)
    cancel.abort()
    expect(await waiting).toBe(false)
  })
})
