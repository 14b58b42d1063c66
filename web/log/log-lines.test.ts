import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogWindow } from '../../src/interfaces/board/api.ts'
import { addAfter, addBefore, beginOf, endOf, startAt, type LogLines, sized } from './log-lines.ts'

/** The answer of the server: whole lines from the one that contains `from`, if it starts within `reach`. */
function windowOf(log: string, from: number, bytes: number, reach = 1000): LogWindow {
  const begin = from === 0 ? 0 : log.lastIndexOf('\n', from - 1) + 1
  const start = from - begin > reach ? from : begin
  const cut = log.slice(start, start + bytes)
  const end = cut.length < bytes || start + bytes >= log.length ? cut.length : cut.lastIndexOf('\n') + 1
  const text = cut.slice(0, end === 0 ? cut.length : end)
  return {
    from: start,
    to: start + text.length,
    size: log.length,
    text,
    isLive: true,
    firstLine: log.slice(0, start).split('\n').length,
  }
}

const textOf = ({ blocks }: LogLines): string =>
  blocks.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n')

test('the wanted line is the first of its window', () => {
  const { blocks } = startAt(windowOf('one\ntwo\nthree\n', 5, 100), true)
  expect(blocks[0]?.lines).toMatchObject([
    { number: 2, text: 'two', isWanted: true },
    { number: 3, text: 'three', isWanted: false },
  ])
})

test('half a line is completed by the next window', () => {
  const before = startAt(windowOf('one\ntw', 0, 100), false)
  const after = addAfter(before, windowOf('one\ntwo\nthree\n', endOf(before), 100))
  expect(textOf(after)).toBe('one\ntwo\nthree')
})

test('an empty window leaves the lines unchanged', () => {
  const before = startAt(windowOf('one\n', 0, 100), false)
  expect(addAfter(before, windowOf('one\n', 4, 100)).blocks).toBe(before.blocks)
})

test('earlier lines are inserted before', () => {
  const log = 'one\ntwo\nthree\n'
  const lines = startAt(windowOf(log, 8, 100), true)
  const all = addBefore(lines, windowOf(log, 0, beginOf(lines)))
  expect(textOf(all)).toBe('one\ntwo\nthree')
  expect(beginOf(all)).toBe(0)
})

const growing = fc.array(fc.stringMatching(/^[a-c\n]{0,12}$/), { maxLength: 12 })

test('a line with a distant start stays one', () => {
  const log = `one\n${'x'.repeat(20)}\nthree\n`
  const half = startAt(windowOf(log.slice(0, 12), 0, 100), false)
  const { blocks } = addAfter(half, windowOf(log, endOf(half), 100, 5))
  expect(blocks.flatMap(({ lines }) => lines.map(({ number, text }) => [number, text]))).toEqual([
    [1, 'one'],
    [2, 'x'.repeat(20)],
    [3, 'three'],
  ])
})

test('a growing log is shown once and completely', () => {
  fc.assert(
    fc.property(growing, fc.constantFrom(0, 3, 1000), (pieces, reach) => {
      let log = ''
      let lines = startAt(windowOf('', 0, 100), false)
      for (const piece of pieces) {
        log += piece
        lines = addAfter(lines, windowOf(log, endOf(lines), 1000, reach))
      }
      expect(textOf(lines)).toBe(log.replace(/\n$/, ''))
    }),
  )
})

test('lines at the far end are dropped', () => {
  const log = 'x\n'.repeat(40_000)
  let lines = startAt(windowOf(log, 0, 4000), false)
  while (endOf(lines) < log.length) lines = addAfter(lines, windowOf(log, endOf(lines), 4000))
  expect(lines.blocks.reduce((sum, block) => sum + block.lines.length, 0)).toBeLessThanOrEqual(6000)
  expect(beginOf(lines)).toBeGreaterThan(0)
})

test('an answer without new bytes changes nothing', () => {
  const log = 'one\nhalf of a li'
  const lines = startAt({ ...windowOf(log, 0, 4), size: log.length, isLive: true }, false)
  // The end of a live line is held back, so asking for more would never end.
  expect(addAfter(lines, { ...windowOf(log, 4, 0), size: log.length, isLive: true })).toBe(lines)
  expect(sized(lines, { size: log.length, isLive: true })).toBe(lines)
  expect(sized(lines, { size: log.length + 1, isLive: true })).not.toBe(lines)
})
