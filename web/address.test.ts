import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterNames, pages, parseAddress, printAddress, type Address } from './address.ts'

const word = fc.string({ minLength: 1, unit: 'grapheme' })
const number = fc.integer({ min: 1, max: 1e9 })
const addresses: fc.Arbitrary<Address> = fc.record({
  page: fc.constantFrom(...pages),
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
})

test('every address round-trips', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(parseAddress(printAddress(address))).toEqual(address)
    }),
  )
})

test('a broken address opens the board', () => {
  for (const hash of ['', '#', '#/nowhere?open=task/x&log=1/2/3&reason=', '#?%%%', '#/constructor'])
    expect(parseAddress(hash)).toEqual({ page: 'board', filter: {}, subject: null, log: null, range: '30d' })
})

test('an address is short and readable', () => {
  const address = parseAddress('#/cards?reason=TESTS_FAILED&open=card/project/phase-5/5.2.md&log=7/120')
  expect(printAddress(address)).toBe('#/cards?reason=TESTS_FAILED&open=card/project/phase-5/5.2.md&log=7/120')
})
