import { expect, test } from 'vitest'
import { headingIn } from './headings.ts'

test.each([
  ['$ npm run build', 'npm run build'],
  ['+ pytest -q', 'pytest -q'],
  ['> shop@1.0.0 test', 'shop@1.0.0 test'],
  ['=== Verifying the cart ===', 'Verifying the cart'],
  ['[3/5] Linking dependencies...', 'Linking dependencies...'],
  ['Step 4/9 : RUN make all', 'RUN make all'],
  ['🚀 Deploying the shop...', 'Deploying the shop'],
])('names the current step: %j', (line, heading) => {
  expect(headingIn(line)).toBe(heading)
})

test.each(['Error: the cart is empty', 'a building is there', '', '> ', '+++'])(
  'is no heading: %j',
  (line) => {
    expect(headingIn(line)).toBeNull()
  },
)
