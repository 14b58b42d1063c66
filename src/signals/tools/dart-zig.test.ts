import { expect, test } from 'vitest'
import { readOutput } from '../../../tests/captures.ts'

const told = (output: string): readonly unknown[] =>
  readOutput(output)
    .signals.filter((signal) => signal.source === 'tool')
    .map(({ what, detail }) => [what, detail.by, detail.failed, detail.names])

test('flutter names the failed tests and counts', () => {
  const log =
    '00:02 +3: test/cart_test.dart: adds an item\n00:03 +3 -1: test/cart_test.dart: removes an item [E]\n00:04 +4 -1: Some tests failed.\n'
  expect(told(log)).toEqual([['tests-failed', 'dart-test', 1, ['removes an item']]])
})

test('alarming test names do not fail flutter', () => {
  const log = '00:01 +1: test/a_test.dart: an error is shown\n00:02 +2: All tests passed!\n'
  expect(told(log)).toEqual([['tests-passed', 'dart-test', 0, undefined]])
})

test('zig distinguishes failed tests from a failed build', () => {
  expect(told('Build Summary: 5/8 steps succeeded; 1 failed; 12/14 tests passed; 2 failed\n')).toEqual([
    ['tests-failed', 'zig', 2, undefined],
  ])
  expect(told('Build Summary: 2/5 steps succeeded; 1 failed\n')).toEqual([
    ['build-failed', 'zig', undefined, undefined],
  ])
  expect(told('Build Summary: 5/5 steps succeeded\n')).toEqual([
    ['build-passed', 'zig', undefined, undefined],
  ])
})
