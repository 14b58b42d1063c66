import { expect, test } from 'vitest'
import type { Retrying } from '../signals/activity.ts'
import { RetryWatch } from './retry-watch.ts'

const notice = (number: number, nextMs: number | null = 1000): Retrying => ({
  notice: number,
  status: 429,
  code: null,
  attempt: number,
  of: null,
  nextMs,
})

test('each notice is reported once', () => {
  const watch = new RetryWatch()
  expect(
    [notice(1), notice(1), notice(2), null, notice(3)].map((one) => watch.see(one, 50)?.attempt),
  ).toEqual([1, undefined, 2, undefined, 3])
})

test('an endless loop is reported a hundred times', () => {
  const watch = new RetryWatch()
  const told = Array.from({ length: 300 }, (_, at) => watch.see(notice(at + 1), 10))
  expect(told.filter((one) => one !== null)).toHaveLength(100)
})

test('time in retries counts from the first notice', () => {
  const watch = new RetryWatch(1000, 0)
  watch.see(notice(1), 5000)
  expect([watch.retryingMs, watch.isTooLong()]).toEqual([0, false])
  watch.see(notice(2), 999)
  expect(watch.isTooLong()).toBe(false)
  watch.see(notice(2), 1)
  expect(watch.isTooLong()).toBe(true)
})

test('work between two faults restarts the time', () => {
  const watch = new RetryWatch(1000)
  watch.see(notice(1), 0)
  watch.see(notice(2), 900)
  watch.see(null, 10)
  watch.see(notice(3), 900)
  watch.see(notice(4), 900)
  expect([watch.retryingMs, watch.isTooLong()]).toEqual([900, false])
})

test('a pause beyond the limit is not waited for', () => {
  const watch = new RetryWatch(1000)
  watch.see(notice(1, 1000), 0)
  expect(watch.isTooLong()).toBe(false)
  watch.see(notice(2, 1001), 0)
  expect(watch.isTooLong()).toBe(true)
})

test('an adopter continues the retry time', () => {
  const watch = new RetryWatch(1000, 800)
  watch.see(notice(1), 0)
  watch.see(notice(1), 200)
  expect(watch.isTooLong()).toBe(true)
})

test('without a limit no agent is stopped', () => {
  const watch = new RetryWatch()
  watch.see(notice(1, 1e12), 0)
  watch.see(notice(1, null), 1e12)
  expect(watch.isTooLong()).toBe(false)
})
