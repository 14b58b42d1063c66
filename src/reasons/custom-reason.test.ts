import fc from 'fast-check'
import { expect, test } from 'vitest'
import { customReasonWord, parseCustomReasons, type CustomReason } from './custom-reason.ts'
import { planKinds, reasonClasses, reasonNames } from './reason.ts'

const anyReason: fc.Arbitrary<CustomReason> = fc.record({
  name: fc.stringMatching(/^[A-Z][A-Z0-9_]*$/),
  class: fc.constantFrom(...reasonClasses),
  plan: fc.constantFrom(...planKinds),
  after: fc.constantFrom(...reasonNames),
  like: fc.constantFrom(...reasonNames),
  meaning: fc.string({ unit: 'grapheme' }),
})

test('every custom reason survives the environment', () => {
  fc.assert(
    fc.property(fc.array(anyReason), (all) => {
      expect(parseCustomReasons(all.map(customReasonWord).join(','))).toEqual(all)
    }),
  )
})

test('a word that cannot be read is left out', () => {
  const good = 'A:agent:retry:TIMEOUT:UNKNOWN:x%20y'
  const bad = ['', 'A', 'A:nobody:retry:TIMEOUT:UNKNOWN:', 'A:agent:retry:TIMEOUT:NONE:', ':::::']
  expect(parseCustomReasons([...bad, good].join(',')).map(({ meaning }) => meaning)).toEqual(['x y'])
  expect(parseCustomReasons('A:agent:retry:TIMEOUT:UNKNOWN:%E0')).toMatchObject([{ meaning: '%E0' }])
})
