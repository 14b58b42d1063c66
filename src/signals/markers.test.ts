import { expect, test } from 'vitest'
import { parseMarker } from './markers.ts'

test.each([
  '[MAYDAY_FAILURE:TESTS_FAILED]',
  '  [GZA_FAILURE:TESTS_FAILED]  ',
  '`[MAYDAY_FAILURE:TESTS_FAILED]`',
  '**[MAYDAY_FAILURE:TESTS_FAILED]**',
  '**`[MAYDAY_FAILURE:TESTS_FAILED]`**',
  '__[MAYDAY_FAILURE:TESTS_FAILED]__',
])('a marker counts as code or in bold: %s', (line) => {
  expect(parseMarker(line)).toMatchObject({ kind: 'marker', word: 'TESTS_FAILED' })
})

test.each([
  'FAILURE_REASON: db is down',
  '**FAILURE_REASON:** db is down',
  '**FAILURE_REASON: db is down**',
  '`FAILURE_REASON: db is down`',
  '`FAILURE_REASON:` db is down',
])('a stated reason counts as code or in bold: %s', (line) => {
  expect(parseMarker(line)).toEqual({ kind: 'stated-reason', text: 'db is down' })
})

test('a marker inside many Markdown signs does not count', () => {
  const wall = '`'.repeat(200_000)
  expect(parseMarker(`${wall}[MAYDAY_FAILURE:TESTS_FAILED]${wall}`)).toBeNull()
})

test.each([
  'The spec says `[GZA_FAILURE:MAX_TURNS]` marks the turn limit.',
  '`[MAYDAY_FAILURE:TESTS_FAILED]` is what I would write',
  '`[MAYDAY_FAILURE:REASON]`',
  '`[MAYDAY_FAILURE:<REASON>]` where <REASON> is one of:',
  '``',
  '****',
  '`FAILURE_REASON:`',
  '> FAILURE_REASON: quoted',
  'The `FAILURE_REASON:` line is described in docs',
])('a line that only mentions a marker does not count: %s', (line) => {
  expect(parseMarker(line)).toBeNull()
})
