import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseYaml } from '../record/parse-yaml.ts'
import type { ValueType } from './schema.ts'
import { countFrom, dollars, duration, flag, listOf, orNone, pauses, size } from './value-types.ts'

/** Reads the word like a value in a file. */
const readWord = (type: Pick<ValueType<unknown>, 'read'>, word: string): unknown => {
  const { node } = parseYaml(`key: ${word}\n`, 'mayday.yaml')
  const entry = node?.kind === 'map' ? node.entries[0] : undefined
  return entry === undefined ? undefined : type.read(entry.value)
}

const check = <T>(type: ValueType<T>, values: fc.Arbitrary<T>): void =>
  fc.assert(
    fc.property(values, (value) => {
      expect(readWord(type, type.show(value))).toEqual(value)
    }),
  )

const whole = (min: number, max = 10 ** 12): fc.Arbitrary<number> => fc.integer({ min, max })

test('shown values read back the same', () => {
  check(duration, whole(1))
  check(size, whole(1))
  check(orNone(size), fc.option(whole(1), { nil: null }))
  check(countFrom(3), whole(3))
  check(
    dollars,
    fc.integer({ min: 1, max: 10 ** 6 }).map((cents) => cents / 100),
  )
  check(flag, fc.boolean())
  check(pauses, fc.array(whole(1000, 86_400_000), { minLength: 1, maxLength: 5 }))
  check(listOf('a list'), fc.array(fc.string({ minLength: 1 })))
})

test('values out of bounds are refused', () => {
  for (const [type, words] of [
    [duration, ['0s', 'soon', '[1s]', '{}']],
    [size, ['0', '-1m', '5q', '1e3']],
    [countFrom(1), ['0', '1.5', "'3'", 'none']],
    [dollars, ['0', '-2', '.inf', 'five']],
    [pauses, ['[]', '999ms', '[1s, 2d]', '[1s, 1s, 1s, 1s, 1s, 1s]']],
  ] as const)
    for (const word of words) expect([word, readWord(type, word)]).toEqual([word, undefined])
})
