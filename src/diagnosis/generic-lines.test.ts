import { expect, test } from 'vitest'
import { isGeneric } from './cause-of.ts'
import { genericLines } from './generic-lines.ts'

const said = genericLines.flatMap(({ id, yes }) => yes.map((line) => [id, line] as const))
const unsaid = genericLines.flatMap(({ id, no }) => no.map((line) => [id, line] as const))

test.each(said)('%s reads %o', (id, line) => {
  expect(genericLines.find((one) => one.id === id)?.form.test(line.trim())).toBe(true)
})

test.each(unsaid)('%s leaves %o', (_, line) => {
  expect(isGeneric(line)).toBe(false)
})

test.each(['    at load (node:internal/modules/esm/job:423:37)', ' --> contracts/Cart.sol:6:1:'])(
  'a part of a message says nothing alone: %o',
  (line) => {
    expect(isGeneric(line)).toBe(true)
  },
)

test('a long path after the name of a target is read at once', () => {
  expect(isGeneric(`FAILED: ${'a/'.repeat(400)}  !`)).toBe(false)
})
