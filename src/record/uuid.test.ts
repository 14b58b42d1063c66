import { expect, test } from 'vitest'
import { uuidv7 } from './uuid.ts'

test('an id contains its version and millisecond', () => {
  const at = Date.now() + 1_000_000
  const id = uuidv7(at)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at)
})

test('ids keep growing within one millisecond', () => {
  const at = Date.now() + 2_000_000
  const ids = Array.from({ length: 5000 }, () => uuidv7(at))
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

test('ids keep growing after a clock change', () => {
  const at = Date.now() + 3_000_000
  const before = uuidv7(at)
  expect(uuidv7(at - 60_000) > before).toBe(true)
})
