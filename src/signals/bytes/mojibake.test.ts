import { expect, test } from 'vitest'
import { withoutMojibake } from './mojibake.ts'

test.each([
  ['Γ£ô adds the price', '✓ adds the price'],
  ['Γ¥î the cart is empty', '❌ the cart is empty'],
  ['Γ¿» Next.js build worker exited', '⨯ Next.js build worker exited'],
  ['[chromium] ΓÇ║ cart.spec.ts', '[chromium] › cart.spec.ts'],
  ['âœ“ adds the price', '✓ adds the price'],
  ['â\u009DŒ the cart is empty', '❌ the cart is empty'],
])('%j is read as %j', (shown, printed) => {
  expect(withoutMojibake(shown)).toBe(printed)
})

test.each(['Γειά σου', 'le bâtiment et les âmes', 'ΓΔ is the change of Γ', '✓ adds the price', 'âœ'])(
  'the text %j stays as it is',
  (text) => {
    expect(withoutMojibake(text)).toBe(text)
  },
)
