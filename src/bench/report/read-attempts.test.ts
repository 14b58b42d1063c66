import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleAttempt } from '../../../tests/examples/attempts.ts'
import { parseAttempts, readAttempts } from './read-attempts.ts'

const line = (given: Parameters<typeof exampleAttempt>[0]): string => JSON.stringify(exampleAttempt(given))
const one = line({ task_id: 'one' })
const two = line({ task_id: 'two', failure_reason: 'TIMEOUT' })

test('written attempts are read back', () => {
  const { records, problems } = parseAttempts(`${one}\n${two}\n`)
  expect(records.map((record) => JSON.stringify(record))).toEqual([one, two])
  expect(problems).toEqual([])
})

test('a file cut anywhere loses at most one line', () => {
  const whole = `${one}\n${two}\n`
  fc.assert(
    fc.property(fc.nat(whole.length), (length) => {
      const { records, problems } = parseAttempts(whole.slice(0, length))
      const complete = length >= whole.length - 1 ? 2 : length >= one.length ? 1 : 0
      const isTorn = length > 0 && ![one.length, one.length + 1].includes(length) && length < whole.length - 1
      expect([records.length, problems.length]).toEqual([complete, isTorn ? 1 : 0])
    }),
    { numRuns: 500 },
  )
})

test('an incomplete last line is reported and skipped', () => {
  expect(parseAttempts(`${one}\n${two.slice(0, 90)}`)).toMatchObject({
    records: [{ task_id: 'one' }],
    problems: [{ line: 2, problem: 'is incomplete, as after a kill; it was skipped' }],
  })
})

test('a broken line in the middle is reported', () => {
  const { records, problems } = parseAttempts(`${one}\n\nnot json\n${two}\n`)
  expect(records).toHaveLength(2)
  expect(problems).toEqual([{ line: 3, problem: 'is not a JSON object; it was skipped' }])
})

test('a record without required fields is reported', () => {
  const lacking = JSON.stringify({ ...exampleAttempt(), task_id: undefined })
  const foreign = JSON.stringify({ ...exampleAttempt(), format: 'mayday.attempt/9' })
  expect(parseAttempts(`${lacking}\n${foreign}\n`).problems.map(({ problem }) => problem)).toEqual([
    'has a wrong field: task_id: Invalid key: Expected "task_id" but received undefined; it was skipped',
    "has the format 'mayday.attempt/9', not mayday.attempt/1; it was skipped",
  ])
})

test('a record that contradicts itself counts as failed', () => {
  const claims = JSON.stringify({ ...exampleAttempt({ failure_reason: 'TIMEOUT' }), passed: true })
  const silent = JSON.stringify({ ...exampleAttempt({ task_id: 'two' }), passed: false })
  const odd = JSON.stringify({
    ...exampleAttempt({ task_id: 'three' }),
    passed: false,
    failure_reason: 'ODD',
  })
  const { records, problems } = parseAttempts(`${claims}\n${silent}\n${odd}\n`)
  expect(records.map(({ passed, failure_reason }) => [passed, failure_reason])).toEqual([
    [false, 'TIMEOUT'],
    [false, 'UNKNOWN'],
    [false, 'UNKNOWN'],
  ])
  expect(problems).toHaveLength(3)
})

test('the later record of a repeated attempt counts', () => {
  const first = line({ task_id: 'one', failure_reason: 'TIMEOUT' })
  const { records, problems } = parseAttempts(`${first}\n${two}\n${one}\n`)
  expect(records.map(({ task_id, passed }) => [task_id, passed])).toEqual([
    ['two', false],
    ['one', true],
  ])
  expect(problems).toEqual([
    { line: 1, problem: 'was repeated on line 3 (attempt 1 at one); only the later one counts' },
  ])
})

test('a repeated canceled attempt is no problem', () => {
  const canceled = line({ task_id: 'one', failure_reason: 'INTERRUPTED', reason: null })
  expect(parseAttempts(`${canceled}\n${one}\n`)).toMatchObject({ records: [{ passed: true }], problems: [] })
})

test('fields of a later version are ignored', () => {
  const newer = JSON.stringify({ ...exampleAttempt(), colour: 'green' })
  expect(parseAttempts(newer)).toMatchObject({ problems: [], records: [{ task_id: 'task' }] })
})

test('a missing file is reported', () => {
  expect(() => readAttempts('/nonexistent/attempts.jsonl')).toThrow(
    'The attempts in /nonexistent/attempts.jsonl cannot be read: ENOENT.',
  )
})
