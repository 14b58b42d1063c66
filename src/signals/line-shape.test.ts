import { expect, test } from 'vitest'
import { shapeOf } from './line-shape.ts'

test.each([
  ['times', 'Deploy Mon Nov 16 10:46:45 UTC 2026 begins', 'Deploy Tue Dec 1 09:02:11 UTC 2026 begins'],
  ['instants', '[2026-11-16T11:04:08.701Z] compiled module 23', '[2025-01-02T00:00:00.1Z] compiled module 4'],
  ['durations and sizes', 'wrote 12 kB in 340 ms', 'wrote 1.4 MiB in 2 s'],
  ['hashes', 'checked out 3f9c2ab at main', 'checked out deadbeefcafe at main'],
  [
    'ids',
    'request 6f9619ff-8b86-d011-b42d-00c04fc964ff sent',
    'request 00000000-0000-4000-8000-a1b2c3d4e5f6 sent',
  ],
  ['addresses', 'segment at 0x7ffe12 mapped', 'segment at 0x55d0 mapped'],
  ['paths', 'reading /home/a/x.json', 'reading /tmp/build/cache/y.json'],
  ['paths of Windows', String.raw`reading C:\Users\a\x.json`, String.raw`reading C:\b\y.json`],
  ['singular and plural', '1 warning generated', '12 warnings generated'],
  ['an added duration', '✓ parses a date (12 ms)', '✓ parses a date'],
  ['rules of a table', 'name ---- size', 'name ------------ size'],
  ['spinners and bars', '⠋ installing ███░░ 40%', '⠙ installing █████ 100%'],
  ['masked secrets', 'token ************ accepted', 'token sk-ant-0123456789 accepted'],
])('lines that differ in %s have one shape', (_what, one, other) => {
  expect(shapeOf(one)).toBe(shapeOf(other))
})

test.each([
  ['a count of zero', 'Tests: 0 failed', 'Tests: 2 failed'],
  ['an exit code of zero', 'finished with exit code 0', 'finished with exit code 1'],
  ['a word', 'PASS parses a date', 'FAIL parses a date'],
  ['a mark', '✓ parses a date', '✗ parses a date'],
])('lines that differ in %s have two shapes', (_what, one, other) => {
  expect(shapeOf(one)).not.toBe(shapeOf(other))
})

test.each(['', '   ', '{', '-----', '12:04:59', '/usr/lib/x.so', '3 4 5'])(
  'a line without a word has no shape: %j',
  (line) => expect(shapeOf(line)).toBe(''),
)

test('only the beginning of a long line matters', () => {
  const head = `loaded ${'word '.repeat(250)}`
  expect(shapeOf(`${head} one end`)).toBe(shapeOf(`${head} another end`))
})
