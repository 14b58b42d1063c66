import { expect, test } from 'vitest'
import { withLateExpressions } from '../tools/late-expressions.ts'

const late = (source: string): string => withLateExpressions('x.ts', source)

test('an expression is made when it is first used', () => {
  expect(late('const CART: RegExp = /cart/\nexport const has = (line: string) => CART.test(line)\n'))
    .toMatchInlineSnapshot(`
      "let CART$; const CART: RegExp = () => (CART$ ??= /cart/)
      export const has = (line: string) => CART().test(line)
      "
    `)
})

test('expressions of several parts are made late, too', () => {
  const source = [
    'const PART = /part/',
    "const ALL = anyOf([/cart/, /shop/], 'i')",
    'const MADE = new RegExp(`^${PART.source}$`)',
    'const CUED = cued(/cart/, MADE)',
    "export const read = (line: string) => [ALL.test(line), line.replace(CUED, ' ')]",
  ].join('\n')
  const text = late(source)
  expect(text.match(/\$ \?\?= /g)).toHaveLength(4)
  expect(text).toContain('new RegExp(`^${PART().source}$`)')
  expect(text).toContain("[ALL().test(line), line.replace(CUED(), ' ')]")
})

test.each([
  ['is exported', 'export const CART = /cart/\nCART.test("")'],
  ['is also the name of a property', 'const CART = /cart/\nconst all = { CART }'],
  ['is also a member', 'const CART = /cart/\nshop.CART.test("")'],
  ['is exported later', 'const CART = /cart/\nexport { CART }'],
  ['is declared twice', 'const CART = /cart/\nfunction f() { const CART = 1\nreturn CART }'],
  ['is a parameter', 'const CART = /cart/\nconst f = (CART: string) => CART'],
  ['is no expression', 'const CART = 1\nCART'],
])('a name that %s keeps its value', (_, source) => {
  expect(late(source)).toBe(source)
})
