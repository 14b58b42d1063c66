import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countPlainly, openCounter } from '../src/signals/bytes/count-newlines.ts'
import { assemble } from '../tools/assemble.ts'

/** Mostly line feeds and similar bytes. */
const bytes = fc
  .array(fc.constantFrom(0x0a, 0x0a, 0x0b, 0x09, 0x00, 0x8a, 0xff), { maxLength: 3000 })
  .map((list) => Buffer.from(list))

test('the assembled counter agrees with the plain one', async () => {
  const source = new URL('../src/signals/bytes/count-newlines.wat', import.meta.url)
  const count = openCounter(await assemble(source))
  fc.assert(
    fc.property(bytes, (list) => {
      expect(count(list)).toBe(countPlainly(list))
    }),
  )
  for (const size of [0, 1, 15, 16, 17, 1_048_576, 1_048_579, 2_097_153])
    expect(count(Buffer.alloc(size, 10))).toBe(size)
})
