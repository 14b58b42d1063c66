import { expect, test } from 'vitest'
import { parseStat } from './proc.ts'
import { parseCpuTime, parsePsLine } from './ps.ts'

const stat = (name: string, state: string, threads: number): string =>
  `42 (${name}) ${state} 7 40 40 0 -1 4194560 0 0 0 0 150 30 12 8 20 0 ${threads} 0 98765 0 0 0\n`

test.for(['node', 'a b', 'x) S 1 (y', ')', '('])('a program called %j is read', (name) => {
  expect(parseStat(stat(name, 'S', 1))).toEqual({
    pid: 42,
    parent: 7,
    group: 40,
    startedAt: '98765',
    zombie: false,
    cpuMs: 2000,
  })
})

test('an ended main thread is no zombie', () => {
  expect(parseStat(stat('go', 'Z', 1))?.zombie).toBe(true)
  expect(parseStat(stat('go', 'Z', 5))?.zombie).toBe(false)
})

test.for(['', 'x', '42 (node) S 7'])('%j is no row', (text) => {
  expect(parseStat(text)).toBeNull()
  expect(parsePsLine(text)).toBeNull()
})

test('a ps line of macOS is read', () => {
  expect(parsePsLine('  501     1   501 Ss   Sun Nov 15 09:05:01 2026     1:02.50')).toEqual({
    pid: 501,
    parent: 1,
    group: 501,
    startedAt: 'Sun Nov 15 09:05:01 2026',
    zombie: false,
    cpuMs: 62_500,
  })
})

test('a ps line of Linux is read', () => {
  const row = parsePsLine('  501     1   501 Z+   Sun Nov  1 09:05:01 2026   0:01 [sh] <defunct>')
  expect(row).toMatchObject({ startedAt: 'Sun Nov 1 09:05:01 2026', zombie: true, cpuMs: 1000 })
})

test.for([
  ['0:00.01', 10],
  ['00:01:02', 62_000],
  ['1-02:03:04', 93_784_000],
  ['120:00', 7_200_000],
] as const)('the time %s is read', ([text, ms]) => {
  expect(parseCpuTime(text)).toBe(ms)
})
