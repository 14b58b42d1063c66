import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseValue, refusal, type ValueType } from './value-type.ts'
import {
  agent,
  card,
  cardOrRun,
  choice,
  count,
  dialect,
  dollars,
  duration,
  durationFrom,
  escalation,
  flow,
  keyword,
  model,
  path,
  phase,
  reason,
  run,
  since,
  size,
  task,
  taskNumber,
  text,
  wordFor,
} from './value-types.ts'

const types: readonly (readonly [string, ValueType<unknown>['read']])[] = Object.entries({
  agent,
  card,
  cardOrRun,
  count: count(0, 9),
  dialect,
  dollars,
  duration,
  durationFrom: durationFrom(1000, 60_000),
  escalation,
  flow,
  keyword: keyword('run'),
  model,
  path: path('FILE', 'a file'),
  phase,
  reason,
  run,
  since,
  size,
  task,
  taskNumber,
  text: text('TEXT'),
  wordFor: wordFor('STAGE', { agent: 'agent_run' }),
}).map(([name, { read }]) => [name, read])

test.each(types)('%s reads any word without an exception', (_, read) => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (word) => void read(word)))
  for (const word of ['', 'toString', '__proto__', 'constructor']) expect(() => read(word)).not.toThrow()
})

test('a shown duration parses to itself', () => {
  fc.assert(
    fc.property(fc.nat(), (ms) => {
      expect(duration.read(duration.show(ms))).toBe(ms)
    }),
  )
})

test('a count takes exactly the numbers between its ends', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), fc.nat(20), fc.nat(20), (value, least, more) => {
      const isBetween = value >= least && value <= least + more
      expect(count(least, least + more).read(String(value))).toBe(isBetween ? value : undefined)
    }),
  )
})

test.each(['1.5', '1e3', '0x10', ' 1', '', '9'.repeat(16)])('the word %j is no count', (word) => {
  expect(count(0).read(word)).toBeUndefined()
})

test('a duration has a least and a most', () => {
  const type = durationFrom(1000, 3_600_000)
  expect(type.takes).toBe('a time from 1s to 1h')
  expect([type.read('999ms'), type.read('1s'), type.read('1h'), type.read('61m')]).toEqual([
    undefined,
    1000,
    3_600_000,
    undefined,
  ])
})

test.each([
  ['0', undefined],
  ['2.50', 2.5],
  ['5', 5],
  ['-1', undefined],
  ['1.2345678', undefined],
])('%s dollars are read as %s', (word, amount) => {
  expect(dollars.read(word)).toBe(amount)
})

test('a word maps only to its own value', () => {
  const type = wordFor('STAGE', { agent: 'agent_run' })
  expect(type.read('agent')).toBe('agent_run')
  expect(type.read('toString')).toBeUndefined()
})

test('digits and ids name a run, others a card', () => {
  expect(cardOrRun.read('41')).toEqual({ kind: 'run', word: '41' })
  expect(cardOrRun.read('0197a5b2-0000-7000-8000-000000000000')).toMatchObject({ kind: 'run' })
  expect(cardOrRun.read('5.2-locks.md')).toMatchObject({ kind: 'card' })
  expect(card.read('41')).toBeUndefined()
})

test('an error names valid values and the likely one', () => {
  expect(refusal('--timeout', duration, 'x')).toBe("--timeout needs a time like 30s, 10m or 2h, not 'x'.")
  expect(refusal('--color', choice('WHEN', ['always', 'never']), 'alwys')).toBe(
    "--color needs one of always, never, not 'alwys'. Did you mean always?",
  )
  expect(refusal('show', run, null)).toBe('show needs the number of one run.')
  expect(() => parseValue(flow, 'two words', "'flow'")).toThrow("'flow' needs one word of letters")
})
