import { expect, test } from 'vitest'
import { titleLines } from './help.ts'

test('the names of a full group continue on the next line', () => {
  const names = ['diff', 'open', 'failures', 'context', 'phase', 'unmerged', 'rediagnose', 'import']
  expect(titleLines('Look back', names.slice(0, 2))).toEqual(['Look back (also: diff, open)'])
  expect(titleLines('Look back', ['count', ...names])).toEqual([
    'Look back (also: count, diff, open, failures, context, phase, unmerged,',
    '  rediagnose, import)',
  ])
  expect(titleLines('Look back', [])).toEqual(['Look back'])
})
