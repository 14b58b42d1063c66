import { expect, test } from 'vitest'
import { describeDuration, readDuration, readSince, typedDuration } from './duration.ts'

test.each([
  ['250ms', 250],
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['2h', 7_200_000],
  ['7d', 604_800_000],
  ['1w', 604_800_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
])('%s is read in milliseconds', (word, ms) => {
  expect(readDuration(word)).toBe(ms)
})

test.each(['', '5', 'm', '-3s', '5 m', '5y', '1e3s', '30M', `${'9'.repeat(20)}d`])(
  'the word %j is no duration',
  (word) => {
    expect(readDuration(word)).toBeNull()
  },
)

test.each([
  [250, '250ms'],
  [90_000, '90s'],
  [5_400_000, '90m'],
  [7_200_000, '2h'],
  [2_592_000_000, '30d'],
])('%d ms are typed as %s', (ms, word) => {
  expect(typedDuration(ms)).toBe(word)
})

test.each([
  [0, '0 ms'],
  [850, '850 ms'],
  [4200, '4.2 s'],
  [9960, '10 s'],
  [59_700, '1m 00s'],
  [90_000, '1m 30s'],
  [7_500_000, '2h 05m'],
  [273_600_000, '3d 4h'],
])('%d ms is shown as %s', (ms, words) => {
  expect(describeDuration(ms)).toBe(words)
})

const now = Date.parse('2026-11-15T12:00:00Z')

test('since a duration counts back from now', () => {
  expect(readSince('7d', now)).toBe('2026-11-08T12:00:00.000Z')
})

test("since a date means the reader's midnight", () => {
  expect(readSince('2026-01-31', now)).toBe(new Date(2026, 0, 31).toISOString())
})

test('since an instant is exactly that instant', () => {
  expect(readSince('2026-01-31T10:00:00+02:00', now)).toBe('2026-01-31T08:00:00.000Z')
})

test.each(['2026-02-30', '2026-13-01', 'yesterday', '2026', '2026-01-31Tx'])(
  'since %s is no instant',
  (word) => {
    expect(readSince(word, now)).toBeNull()
  },
)
