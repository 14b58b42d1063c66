import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterNames, linkFor, parseAddress, parsePlace, placePath, printAddress, tabs } from './address.ts'
import type { Address, Place } from './address.ts'

const word = fc.string({ minLength: 1, unit: 'grapheme' })
const number = fc.integer({ min: 1, max: 1e9 })
const places: fc.Arbitrary<Place> = fc.oneof(
  fc.constantFrom<Place>(
    { page: 'needs-you' },
    { page: 'work' },
    { page: 'runs' },
    { page: 'failures' },
    { page: 'cards' },
    { page: 'sessions' },
    { page: 'nodes' },
  ),
  fc.record({ page: fc.constant('run' as const), run: number, tab: fc.constantFrom(...tabs) }),
  fc.record({ page: fc.constant('task' as const), task: number }),
  fc.record({ page: fc.constant('failure' as const), key: word }),
  fc.record({ page: fc.constant('session' as const), id: word }),
)
const addresses: fc.Arbitrary<Address> = fc.record({
  place: places,
  filter: fc.dictionary(fc.constantFrom(...filterNames), word),
  subject: fc.option(
    fc.oneof(
      fc.record({ kind: fc.constant('task' as const), task: number }),
      fc.record({ kind: fc.constant('run' as const), run: number }),
      fc.record({ kind: fc.constant('card' as const), path: word }),
    ),
  ),
  log: fc.option(
    fc.record({ run: number, at: fc.oneof(number, fc.constantFrom('start' as const, 'end' as const)) }),
  ),
  range: fc.constant('30d' as const),
  query: fc.dictionary(fc.constantFrom('at', 'file'), word),
})

test('every address round-trips', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(parseAddress(printAddress(address))).toEqual(address)
    }),
  )
})

test('a broken address leads nowhere', () => {
  for (const path of [
    '/nowhere',
    '/constructor',
    '/runs/x',
    '/runs/0/why',
    '/runs/7/other',
    '/cards/7',
    '/a/b/c/d',
  ])
    expect([path, parsePlace(path)]).toEqual([path, { page: 'nowhere' }])
  expect(parseAddress('/work?open=task/x&log=1/2/3&reason=&%%%')).toEqual({
    place: { page: 'work' },
    filter: {},
    subject: null,
    log: null,
    range: '30d',
    query: {},
  })
})

test('an address is short and readable', () => {
  const href = '/cards?reason=TESTS_FAILED&open=card/project/phase-5/5.2.md&log=7/120'
  expect(printAddress(parseAddress(href))).toBe(href)
  expect(linkFor({ page: 'run', run: 7, tab: 'log' }, { at: '120', q: '' })).toBe('/runs/7/log?at=120')
  expect(placePath(parsePlace('/runs/7'))).toBe('/runs/7/why')
})
