import { expect, test } from 'vitest'
import { findFlaky, type TriedTests } from './flaky-tests.ts'

const tried = (names: readonly string[], more: Partial<TriedTests> = {}): TriedTests => ({
  command: 'npm test',
  folder: '.',
  code: 'abc',
  failed: names.length,
  passed: 10 - names.length,
  names,
  at: '2026-11-01T10:00:00.000Z',
  ...more,
})

test('a test that failed and passed on one code is flaky', () => {
  const at = '2026-11-02T10:00:00.000Z'
  expect(findFlaky([tried([]), tried(['a'], { at }), tried([])])).toEqual([
    { name: 'a', failed: 1, runs: 3, lastAt: at },
  ])
})

test('a test that passes after a code change is not', () => {
  expect(findFlaky([tried(['a']), tried([], { code: 'def' })])).toEqual([])
  expect(findFlaky([tried(['a'], { code: null }), tried([], { code: null })])).toEqual([])
})

test('runs on code where it always failed do not count', () => {
  const broken = [tried(['a'], { code: 'def' }), tried(['a'], { code: 'def' })]
  expect(findFlaky([tried(['a']), tried([]), ...broken])).toMatchObject([{ failed: 1, runs: 2 }])
})

test('another command or folder is another test', () => {
  expect(findFlaky([tried(['a']), tried([], { command: 'npm run unit' })])).toEqual([])
  expect(findFlaky([tried(['a']), tried([], { folder: 'web' })])).toEqual([])
})

test('a run that stopped early proves no pass', () => {
  const stopped = tried(['b'], { passed: 2 })
  expect(findFlaky([tried(['a']), stopped])).toEqual([{ name: 'b', failed: 1, runs: 2, lastAt: stopped.at }])
})

test('a run that names too few failures proves no pass', () => {
  expect(findFlaky([tried(['a']), tried(['b'], { failed: 3, passed: 7 })]).map(({ name }) => name)).toEqual([
    'b',
  ])
})
