import { expect, test } from 'vitest'
import { failuresIn, lastTold } from '../../../tests/tool-signals.ts'

test.each([
  ['tests/test_a.py ..F.   [ 12%]', 'tests/test_a.py'],
  ['[gw1] [ 12%] FAILED tests/test_a.py::test_x', 'tests/test_a.py::test_x'],
  ['test_x (shop.tests.Cart.test_x) ... ERROR', 'test_x (shop.tests.Cart.test_x)'],
  ['FAIL: test_x (shop.tests.Cart)', 'test_x (shop.tests.Cart)'],
  ['  removes an item (FAILED - 1)', 'removes an item'],
  ['--- FAIL: TestCart (0.02s)', 'TestCart'],
  ['test cart::removes ... FAILED', 'cart::removes'],
  [' ❯ src/cart.test.ts (3 tests | 1 failed) 30ms', 'src/cart.test.ts'],
  ['  ✘  2 [firefox] › cart.spec.ts:9:1 › removes (3.0s)', '[firefox] › cart.spec.ts:9:1 › removes (3.0s)'],
  ['[  FAILED  ] Cart.Removes (0 ms)', 'Cart.Removes'],
  [' 3/12 Test  #3: cart .............***Failed    0.02 sec', 'cart'],
  ['CartTest > removes() FAILED', 'CartTest > removes()'],
  ['  Failed Removes [12 ms]', 'Removes'],
  ['Remove Item        | FAIL |', 'Remove Item'],
])('%j is a failed test', async (line, name) => {
  expect((await lastTold(`${line}\n`, 'cut-tests')).toSpliced(1, 1)).toEqual(['tests-cut-off', name])
})

test('failure marks count next to passed marks', async () => {
  expect(await failuresIn('  ✗ no such thing\n')).toEqual([])
  expect(await failuresIn('  ✓ adds\n  ✗ removes\n')).toEqual(['cut-tests: tests-cut-off'])
})

test('any later verdict replaces them', async () => {
  const failed = 'tests/test_a.py::test_x FAILED [ 50%]\ntests/test_a.py::test_x PASSED [ 99%]\n'
  expect(await failuresIn(`${failed}=== 1 passed, 1 rerun in 0.1s ===\n`)).toEqual([])
  expect(await failuresIn(`${failed}ALL TESTS PASSED\n`)).toEqual([])
})

test('a run after a verdict may be cut off', async () => {
  const output = '=== 3 passed in 0.1s ===\ntests/test_b.py::test_y FAILED [ 50%]\n'
  expect(await failuresIn(output)).toEqual(['cut-tests: tests-cut-off'])
})
