import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyOf } from './any-of.ts'

const FORMS = [
  /\bmemory limit\b.{0,40}\bexceeded\b/i,
  /^[a-f0-9-]{3,}x$/i,
  /^[^a-c\s]+\[(?:x|\w+)\] (?<name>[A-Z]\d)$/i,
  /ОШИБКА|überschritten/i,
]

const LETTERS = Array.from('memory limitexcedMEMORYLXCDabcfxABCFX09-[] ОШИБКАошибкаüÜ')

test.each(FORMS)('%s ignores case in an expression that does not', (form) => {
  const joined = anyOf([form, /^Only this$/])
  expect(joined.ignoreCase).toBe(false)
  expect([joined.test('Only this'), joined.test('only this')]).toEqual([true, form.test('only this')])
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...LETTERS), { maxLength: 40 }), (letters) => {
      const line = letters.join('')
      expect(joined.test(line)).toBe(form.test(line))
    }),
  )
})

test.each([
  ['Memory LIMIT of a cart Exceeded', /\bmemory limit\b.{0,40}\bexceeded\b/i],
  ['ABC-0fx', /^[a-f0-9-]{3,}x$/i],
  ['q[W] a1', /^[^a-c\s]+\[(?:x|\w+)\] (?<name>[A-Z]\d)$/i],
  ['ошибка', /ОШИБКА|überschritten/i],
] as const)('%s is found', (line, form) => {
  expect([form.test(line), anyOf([form]).test(line)]).toEqual([true, true])
})
