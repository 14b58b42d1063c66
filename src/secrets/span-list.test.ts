import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SecretSpanList } from './secret-spans.ts'

const spans = fc
  .array(fc.tuple(fc.nat(5000), fc.integer({ min: 1, max: 20 })))
  .map((all) =>
    all.map(([from, length]) => ({ from, to: from + length })).toSorted((a, b) => a.from - b.from),
  )

test('a list covers exactly the added spans', () => {
  fc.assert(
    fc.property(spans, (added) => {
      const list = new SecretSpanList()
      for (const { from, to } of added) list.add(from, to)
      const all = list.all()
      const isIn = (place: number, some: typeof all): boolean =>
        some.some(({ from, to }) => from <= place && place < to)
      for (let place = 0; place < 5020; place += 7) expect(isIn(place, all)).toBe(isIn(place, added))
      for (const [index, { from }] of all.entries()) expect(from).toBeGreaterThan(all[index - 1]?.to ?? -1)
    }),
  )
})

test('too many spans become fewer that cover them', () => {
  const list = new SecretSpanList(1000)
  for (let at = 0; at < 100_000; at += 1) list.add(20 * at, 20 * at + 8)
  const all = list.all()
  expect(all.length).toBeLessThanOrEqual(1000)
  expect(all[0]?.from).toBe(0)
  expect(all.at(-1)?.to).toBe(20 * 99_999 + 8)
})

test('a list drops spans before a place', () => {
  const list = new SecretSpanList()
  for (const at of [0, 10, 20]) list.add(at, at + 5)
  list.dropUntil(15)
  expect(list.all()).toEqual([{ from: 20, to: 25 }])
})
