import { describe, expect, it } from 'vitest'
import { Stopwatch } from './stopwatch.ts'

const clock = (): { now: number; read: () => number } => {
  const state = { now: 1000, read: () => state.now }
  return state
}

describe('the stopwatch', () => {
  it('adds up the expected ticks', () => {
    const time = clock()
    const watch = new Stopwatch(500, time.read)
    time.now += 900
    expect(watch.tick(1000)).toBe(900)
    expect(watch.elapsedMs).toBe(1400)
  })

  it('counts no time while the machine slept', () => {
    const time = clock()
    const watch = new Stopwatch(0, time.read)
    time.now += 8 * 3_600_000
    watch.tick(1000)
    expect(watch.elapsedMs).toBe(2000)
  })

  it('never runs backwards with its clock', () => {
    const time = clock()
    const watch = new Stopwatch(0, time.read)
    time.now -= 5000
    watch.tick(1000)
    expect(watch.elapsedMs).toBe(0)
  })
})
