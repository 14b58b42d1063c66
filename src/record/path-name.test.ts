import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rawPath, showPath } from './path-name.ts'

test('every name can be shown and read back', () => {
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(bytes, (name) => {
      const raw = Buffer.from(name).toString('latin1')
      return rawPath(showPath(raw)) === raw
    }),
  )
})

test('two different names never look alike', () => {
  expect(showPath('caf\u00E9')).toBe('"caf\\351"')
  expect(showPath('"caf\\351"')).toBe('"\\"caf\\\\351\\""')
  expect(showPath(Buffer.from('café').toString('latin1'))).toBe('café')
})
