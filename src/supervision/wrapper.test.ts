import { expect, test } from 'vitest'
import { parseExit, parsePid } from './wrapper.ts'

const nothing = { io: null, oomKills: null, error: null, reaps: false, isAlone: false, isMarked: false }

const endings = [
  ['wait 0\n', { code: 0, signal: null, sure: true }],
  ['wait 256\n', { code: 1, signal: null, sure: true }],
  ['wait 35072\n', { code: 137, signal: null, sure: true }],
  ['wait 9\n', { code: null, signal: 'SIGKILL', sure: true }],
  ['wait 139\n', { code: null, signal: 'SIGSEGV', sure: true }],
  ['wait 6\n', { code: null, signal: 'SIGABRT', sure: true }],
  ['wait 40\n', { code: null, signal: 'SIG40', sure: true }],
  ['status 137 unsure\n', { code: 137, signal: null, sure: false }],
] as const

test.for(endings)('the status %j is read', ([text, ending]) => {
  expect(parseExit(text)).toEqual({ ...ending, ...nothing })
})

test('counters and the error are read', () => {
  expect(parseExit('wait 32512\nio 12991 24\noom 1\nerror cannot run x: No such file\n')).toEqual({
    code: 127,
    signal: null,
    sure: true,
    io: { read: 12991, written: 24 },
    oomKills: 1,
    reaps: false,
    isAlone: false,
    isMarked: false,
    error: 'cannot run x: No such file',
  })
})

test.for(['', 'wait', 'wait 0', 'x\nwait 0\n', '\0\0\0'])('%j is no status', (text) => {
  expect(parseExit(text)).toBeNull()
})

test('the pid and the start time are read', () => {
  expect(parsePid('pid 12\nstart 3456\n')).toEqual({ pid: 12, startedAt: '3456' })
  expect(parsePid('pid 12\n')).toEqual({ pid: 12, startedAt: null })
  expect(parsePid('')).toBeNull()
})
