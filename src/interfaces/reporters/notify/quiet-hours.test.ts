import { expect, test } from 'vitest'
import { isQuiet } from './quiet-hours.ts'

const at = (time: string): Date => new Date(`2026-03-01T${time}:00`)

test.each([
  ['22:00-07:00', '21:59', false],
  ['22:00-07:00', '22:00', true],
  ['22:00-07:00', '03:00', true],
  ['22:00-07:00', '07:00', false],
  ['12:00-13:30', '13:29', true],
  ['12:00-13:30', '13:30', false],
  ['00:00-00:00', '15:00', true],
])('the hours %s hold at %s: %s', (hours, time, quiet) => {
  expect(isQuiet(hours, at(time))).toBe(quiet)
})
