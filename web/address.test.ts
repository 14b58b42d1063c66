import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressNow,
  filterNames,
  linkFor,
  parseAddress,
  parsePlace,
  placePath,
  printAddress,
  tabs,
} from './address.ts'
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
  card: fc.option(word),
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
  expect(parseAddress('/work?card=&reason=&%%%')).toEqual({
    place: { page: 'work' },
    filter: {},
    card: null,
    range: '30d',
    query: {},
  })
})

test('an address is short and readable', () => {
  const href = '/cards?reason=TESTS_FAILED&card=project/phase-5/5.2.md'
  expect(printAddress(parseAddress(href))).toBe(href)
  expect(linkFor({ page: 'run', run: 7, tab: 'log' }, { at: '120', q: '' })).toBe('/runs/7/log?at=120')
  expect(placePath(parsePlace('/runs/7'))).toBe('/runs/7/why')
})

test('addresses of the first edition lead to the new pages', () => {
  expect(
    [
      ['/', '#/'],
      ['/', '#/runs?reason=X'],
      ['/', '#/?open=task/7'],
      ['/', '#/runs?open=run/12'],
      ['/work?open=run/12', ''],
      ['/', '#/cards?open=card/a/b.md'],
      ['/', '#/?log=3/120'],
      ['/work?log=3/end', ''],
      ['/', '#/?open=task/1&log=3/result'],
      ['/work?open=task/x', ''],
      ['/runs/3/changes', '#file-a'],
    ].map(([path = '', hash = '']) => addressNow(path, hash)),
  ).toEqual([
    '/work',
    '/runs?reason=X',
    '/tasks/7',
    '/runs/12/why',
    '/runs/12/why',
    '/cards?card=a/b.md',
    '/runs/3/log?at=120',
    '/runs/3/log?at=end',
    '/runs/3/facts',
    null,
    null,
  ])
})
