import { expect, test } from 'vitest'
import { work } from './bytes/work.ts'
import { Locator } from './locator.ts'

const messages = Array.from({ length: 5000 }, (_, index) => `boom ${String(index).padStart(5, '0')}`)
const raw = `[\n${messages.map((message) => `{"error":"${message}"}`).join(',\n')}\n]`
const item = { raw, offset: 100, line: 7 }

test('each of many signals gets its own line', () => {
  const locator = new Locator()
  const lines = messages.map((message) => locator.find(item, message, 1).line)
  expect(lines).toEqual(messages.map((_, index) => 8 + index))
})

test('the place is counted in bytes of the file', () => {
  const spread = { raw: '{"ü":1,\n"error":"boom"}', offset: 10, line: 1 }
  expect(new Locator().find(spread, 'boom', 1)).toMatchObject({ line: 2, byteOffset: 28 })
  expect(new Locator().find(spread, 'boom', 2)).toMatchObject({ line: 2, byteOffset: 44 })
})

test('the last mention counts', () => {
  const twice = { raw: '{"a":"boom",\n"error":"boom"}', offset: 0, line: 1 }
  expect(new Locator().find(twice, 'boom', 1).line).toBe(2)
})

test.each(['missing', 'boom 04999'])('many signals share one search: %s', (needle) => {
  const locator = new Locator()
  const before = work.located
  for (let count = 0; count < 5000; count += 1) locator.find(item, needle, 1)
  expect(work.located - before).toBeLessThan(100 * raw.length)
})

test('a long line is shown from its start', () => {
  const line = `/src/cart/Cart.cs(3,5): error CS0103: ${'x'.repeat(300)} [/src/cart/Cart.csproj]`
  expect(new Locator().find({ raw: line, offset: 5, line: 2 }, '/src/cart/', 1)).toMatchObject({
    byteOffset: 5,
    from: 0,
  })
})
