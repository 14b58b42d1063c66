import { expect, test } from 'vitest'
import { lastTold } from '../../../tests/tool-signals.ts'

test.each([
  [
    'error: Package ‘cart-1.0’ in /nix/store/x/cart.nix:3 is marked as insecure, refusing to evaluate.',
    'build-failed',
  ],
  ["       error: attribute 'cart' missing", 'build-failed'],
  ["error: undefined variable 'pkgs'", 'build-failed'],
  ['activating the configuration...\nwarning: the following units failed: cart.service', 'install-failed'],
  ['activating the configuration...\nsetting up /etc...', 'install-passed'],
])('%j is read as %s', async (output, what) => {
  expect((await lastTold(output, 'nix-system'))[0]).toBe(what)
})
