import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeyTree } from './key-tree.ts'

/** A tree that returns the keys, and the number of computed answers. */
function counting(): { tree: KeyTree<string>; asked: () => number } {
  let asked = 0
  const tree = new KeyTree((keys) => {
    asked += 1
    return keys.join()
  })
  return { tree, asked: () => asked }
}

test('records with the same keys are computed once', () => {
  const { tree, asked } = counting()
  const shapes = [{ a: 1, b: 2 }, { a: 1, b: 2, c: 3 }, { b: 1, a: 2 }, {}, { a: 1 }]
  for (let round = 0; round < 1000; round += 1)
    for (const shape of shapes) expect(tree.of({ ...shape })).toBe(Object.keys(shape).join())
  expect(asked()).toBe(shapes.length)
})

test('an answer depends on the keys alone', () => {
  const { tree } = counting()
  const key = fc.constantFrom('', 'a', 'b', 'c', '1', '__proto__', 'constructor')
  const records = fc.array(fc.uniqueArray(key), { maxLength: 50 })
  fc.assert(
    fc.property(records, (list) => {
      for (const keys of list) {
        const record = JSON.parse(`{${keys.map((one) => `${JSON.stringify(one)}:0`).join()}}`)
        expect(tree.of(record)).toBe(Object.keys(record).join())
      }
    }),
  )
})

test('forgotten keys are computed again', () => {
  const { tree, asked } = counting()
  for (let at = 0; at < 30_000; at += 1) expect(tree.of({ [`key ${at}`]: 1, same: 2 })).toBe(`key ${at},same`)
  expect(asked()).toBe(30_000)
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`column ${at}`, at]))
  expect(tree.of(wide)).toBe(Object.keys(wide).join())
})
