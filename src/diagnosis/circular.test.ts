import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCircular } from './circular.ts'
import { fingerprint } from './fingerprint.ts'

test.each([
  [['Using async await for fetch', 'Using async/await with try-catch'], 'Using async await pattern', true],
  [['fix tests', 'fix lint'], 'fix types', false],
  [['Use Redis cache.', 'use redis, cache!'], 'use redis cache', true],
  [['only one'], 'only one', false],
  [['a b c d', 'a b c d', 'x y z w'], 'a b c d', true],
  [['a b c d', 'a b c d', 'x y', 'x z', 'y z'], 'a b c d', false],
  [['', ''], '', false],
])('attempts %j then %j: circular is %s', (attempts, approach, circular) => {
  expect(isCircular(approach, attempts)).toBe(circular)
})

test('fewer than two attempts are never circular', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (approach, earlier) => {
      expect(isCircular(approach, [])).toBe(false)
      expect(isCircular(approach, [earlier])).toBe(false)
    }),
  )
})

test('a fingerprint ignores times, ids and places', () => {
  const one = fingerprint('2026-01-02 03:04:05 Error in /home/a/x.ts:12: req_abc123def timed out after 30s')
  const two = fingerprint('2027-09-08 13:14:15 Error in /srv/b/x.ts:99: req_zzz999yyy timed out after 45s')
  expect(one).toBe(two)
  expect(fingerprint('Error in y.ts')).not.toBe(fingerprint('Error in x.ts'))
})
