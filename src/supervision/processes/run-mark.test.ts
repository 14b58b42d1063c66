import { expect, test } from 'vitest'
import { hasMark, markOf } from './run-mark.ts'

const limits = (soft: string, hard: string): string =>
  [
    'Limit                     Soft Limit           Hard Limit           Units     ',
    'Max address space         unlimited            unlimited            bytes     ',
    `Max file locks            ${soft.padEnd(20)} ${hard.padEnd(20)} locks     `,
    'Max pending signals       96349                96349                signals   ',
  ].join('\n')

test('the mark of a nested run is lower', () => {
  const paths = ['a', 'a/b', 'a/b/c', 'a/b/c/d']
  const marks = paths.map((path) => BigInt(markOf(path)))
  expect(marks).toEqual(marks.toSorted((one, other) => (one < other ? 1 : -1)))
})

test('two runs have different marks', () => {
  expect(markOf('a')).not.toBe(markOf('b'))
  expect(markOf('a')).toBe(markOf('a'))
})

test('a mark is found in either column', () => {
  const mark = markOf('a')
  expect(hasMark(limits(mark, mark), mark)).toBe(true)
  expect(hasMark(limits(markOf('a/b'), mark), mark)).toBe(true)
  expect(hasMark(limits('unlimited', 'unlimited'), mark)).toBe(false)
  expect(hasMark('', mark)).toBe(false)
})
