import { expect, test } from 'vitest'
import { explain } from '../../tests/knowing-agents.ts'
import type { Explanation } from './explain.ts'

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${lines.join('\n')}\n`)
}

const explained = (...lines: string[]): Promise<Explanation> => explain(bytesOf(lines))

test('a module without tests does not fail a good build', async () => {
  const { verdict, evidence } = await explained(
    '[INFO] --- maven-surefire-plugin:2.12.4:test (default-test) @ shop ---',
    '[INFO] No tests to run.',
    '[INFO] --- maven-jar-plugin:2.6:jar (default-jar) @ shop ---',
    '[INFO] BUILD SUCCESS',
    '[INFO] Total time:  3.100 s',
  )
  expect({ verdict, line: evidence[0]?.line }).toEqual({ verdict: 'succeeded', line: 4 })
})

test('a measured error is no error of the program', async () => {
  const { verdict } = await explained('checking 12 gradients', 'Worst relative error: 0.00311363', 'PASS')
  expect(verdict).not.toBe('failed')
})

test('the failed count of dotnet test is the proof', async () => {
  const { reason, evidence } = await explained(
    'Test Run Failed.',
    'Total tests: 12',
    '     Passed: 3',
    '     Failed: 9',
    ' Total time: 1.3273 Seconds',
  )
  expect({ reason, excerpt: evidence[0]?.excerpt.trim() }).toEqual({
    reason: 'TESTS_FAILED',
    excerpt: 'Failed: 9',
  })
})

test('a failed target proves a failure without a reason', async () => {
  const { reason, evidence } = await explained('./hooks', 'make: *** [Makefile:106: test_hooks] Error 1')
  expect({ reason, line: evidence[0]?.line }).toEqual({ reason: 'UNKNOWN', line: 2 })
})

test.each([
  ['Tests run: 4, Passed: 1, Failed: 2, Skipped: 1', 'TESTS_FAILED'],
  ['Test Count: 7, Passed: 5, Failed: 2, Warnings: 0, Inconclusive: 0, Skipped: 0', 'TESTS_FAILED'],
  ['Tests run: 4, Passed: 4, Failed: 0, Skipped: 0', null],
  ['1>main.cpp(17): error : expected a ";"', 'BROKEN_BUILD'],
  ['shaders/sky.hlsl(29,53): error X3004: undeclared identifier', 'BROKEN_BUILD'],
  ['/src/scan.adb:23:36: error: identifier cannot start with underline', 'BROKEN_BUILD'],
  [" [javadoc] /src/shop/Cart.java:26: error: bad use of '>'", 'BROKEN_BUILD'],
  ['/src/CartTests.m:132: error: -[CartTests testAdds] : ((sum == 2) is true) failed', 'TESTS_FAILED'],
])('%o means %s', async (line, reason) => {
  expect((await explained('it begins', line)).reason).toBe(reason)
})

test('a record without a message is shown from its beginning', async () => {
  const record = '{"at":"2026-01-02T10:00:00Z","source":"executor","success":false,"failure_count":2}'
  const { evidence } = await explained(record)
  expect(evidence[0]?.excerpt).toBe(record)
})

/** The lines that are shown, by number. */
const shown = async (...lines: string[]): Promise<readonly (number | null)[]> =>
  (await explained(...lines)).evidence.map(({ line }) => line)

test('the first error of a compiler precedes its count', async () => {
  expect(
    await shown(
      '   Compiling cart v0.1.0 (/src/cart)',
      'error[E0599]: no method named `total` found for struct `Cart`',
      ' --> src/lib.rs:3:5',
      'error[E0308]: mismatched types',
      ' --> src/lib.rs:9:5',
      'error: could not compile `cart` (lib) due to 2 previous errors',
    ),
  ).toEqual([2, 6])
})

test('the missing library precedes the failed build script', async () => {
  expect(
    await shown(
      'error: failed to run custom build command for `cart-sys v0.2.7`',
      'Caused by:',
      '  process did not exit successfully: `/src/target/build-script-build` (exit status: 101)',
      '  --- stdout',
      '  cargo:rerun-if-env-changed=CART_x86_64-unknown-linux-gnu',
      '  --- stderr',
      '  pkg_config failed:',
      '  The system library `cart` required by crate `cart-sys` was not found.',
    ),
  ).toEqual([8, 1])
})

test('the cause below a failed task is shown first', async () => {
  expect(
    await shown(
      'FAILURE: Build failed with an exception.',
      '* What went wrong:',
      "Execution failed for task ':app:processMainManifest'.",
      '> Manifest merger failed : minSdkVersion 19 cannot be smaller than 21',
      '* Try:',
      '> Run with --info or --debug option to get more log output.',
      'BUILD FAILED in 2m 24s',
    ),
  ).toEqual([4, 3])
})

test('the error of the compiler precedes the words of make', async () => {
  expect(
    await shown(
      'cc -c cart.c',
      "cart.c:4:10: error: 'total' undeclared (first use in this function)",
      'make: *** [Makefile:3: cart.o] Error 1',
      'make: *** Waiting for unfinished jobs....',
    ),
  ).toEqual([2])
})

test('what a step of an image printed precedes its code', async () => {
  expect(
    await shown(
      "0.174 addgroup: group 'shop' in use",
      '------',
      'ERROR: failed to solve: process "/bin/sh -c addgroup shop" did not complete successfully: exit code: 1',
    ),
  ).toEqual([1, 3])
})

test('an error far above a failed command is found', async () => {
  const chatter = Array.from({ length: 700 }, (_, index) => `copied file ${index}`)
  expect(
    await shown(
      'error: failed to run custom build command for `cart-sys v0.2.7`',
      '  CMake Error at /usr/share/cmake/Find.cmake:233 (message):',
      '    Could NOT find Cart (missing: cartc)',
      ...chatter,
    ),
  ).toEqual([3, 1])
})

test('the count of a test runner stays the proof', async () => {
  expect(
    await shown(
      'FAILED tests/test_cart.py::test_total - assert 1 == 2',
      '=== 3 failed, 10 passed in 1.20s ===',
      'make: *** [Makefile:3: all] Error 1',
    ),
  ).toEqual([2])
})

test('a warning is no proof of a broken build', async () => {
  const { evidence } = await explained(
    'Failed to compile.',
    '',
    './src/cart.tsx',
    "3:20  Warning: 'total' is defined but never used.  no-unused-vars",
    '9:7  Error: Expected an assignment and instead saw an expression.  no-unused-expressions',
  )
  expect(evidence[0]?.line).toBe(5)
})

test('the failed count of bun is the proof', async () => {
  expect(
    await shown(
      'bun test v1.2.0',
      '(fail) cart > adds',
      '',
      ' 12 pass',
      ' 3 fail',
      'Ran 15 tests across 2 files. [2s]',
    ),
  ).toEqual([5])
})

test('an unexplained failure shows what proves it', async () => {
  const { reason, evidence } = await explained('./hooks', 'make: *** [Makefile:106: test_hooks] Error 1')
  expect({ reason, lines: evidence.length }).toEqual({ reason: 'UNKNOWN', lines: 1 })
})

test('the failed task of a playbook precedes its table', async () => {
  const { evidence } = await explained(
    'PLAY [all] ****',
    'TASK [Install packages] ****',
    'fatal: [web1]: FAILED! => {"changed": false, "msg": "Could not get lock"}',
    'PLAY RECAP ****',
    'db1    : ok=9    changed=2    unreachable=0    failed=0    skipped=21',
    'web1   : ok=8    changed=2    unreachable=0    failed=1    skipped=21',
    'web2   : ok=9    changed=2    unreachable=0    failed=0    skipped=21',
  )
  expect(evidence[0]?.line).toBe(3)
})

test('the failed step of an image precedes the report', async () => {
  const { evidence } = await explained(
    '#5 [1/2] FROM docker.io/library/alpine:3',
    '#5 DONE 0.1s',
    '#6 [2/2] RUN make',
    '#6 0.511 FAILED: src/cart.cpp.o',
    '#6 0.512 /usr/bin/cartc src/cart.cpp',
    '#6 0.515 cartc: cannot open shop.tbl',
    '#6 0.517 ninja: build stopped: subcommand failed.',
    '#6 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 1',
    '------',
    ' > [2/2] RUN make:',
    '------',
    'ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 1',
  )
  expect(evidence[0]?.line).toBe(6)
})

test('a place in the code is found far above', async () => {
  const copied = Array.from({ length: 600 }, (_, index) => `copied file ${index}`)
  expect(
    await shown(
      'src/cart.foo:3:5: error: no field of this name',
      'error: settings are missing, and the defaults are taken',
      ...copied,
      'make: *** [Makefile:3: cart.o] Error 1',
    ),
  ).toEqual([1, 603])
})

test.each([
  [
    'a note of a compiler',
    5,
    [
      'cart.c:73:55: warning: passing argument 1 from incompatible pointer type',
      "cart.c:45:46: note: expected 'cart_t *' but argument is of type 'shop_t *'",
      '  CC   price.c',
      '  CC   total.c',
      "make[2]: *** No rule to make target 'out/tax.o', needed by 'shop.a'.  Stop.",
      'make[2]: *** Waiting for unfinished jobs....',
      'make: *** [Makefile:7: shop] Error 2',
    ],
  ],
  [
    'the count of tasks below a failed build',
    1,
    [
      '> Compilation error of the cart: unresolved reference Price',
      'BUILD FAILED in 33s',
      '32 actionable tasks: 1 executed, 31 up-to-date',
    ],
  ],
  [
    'a line of code that is shown with an error',
    2,
    [
      'Creating an optimized production build ...',
      'Error [CartError]: the key of the cart is invalid',
      '    at file:///app/cart.mjs:3:11',
      '  const error = new Error(message);',
      'Error: Command failed: npm run build',
    ],
  ],
  [
    'a task that comes after the one that failed',
    4,
    [
      '> Task :app:checkMetadata FAILED',
      'FAILURE: Build failed with an exception.',
      '* What went wrong:',
      "Execution failed for task ':app:checkMetadata'.",
      '> Task :app:mapPaths',
      'BUILD FAILED in 3s',
    ],
  ],
  [
    'the words of npm about a system call',
    3,
    [
      'npm error code ENOTEMPTY',
      'npm error syscall rmdir',
      "npm error ENOTEMPTY: directory not empty, rmdir '/app/node_modules/cart'",
    ],
  ],
  [
    'the row of a migration',
    5,
    [
      '   INFO  Running migrations.',
      '',
      '  2026_04_07_132744_add_prices  4.64ms FAIL',
      '',
      "  SQLSTATE[42S21]: Column already exists: 1060 Duplicate column name 'price'",
    ],
  ],
  [
    'a count of no tests',
    2,
    [
      ' FAIL  src/cart.test.js [ src/cart.test.js ]',
      'Error: Failed to resolve import "../cart" from "src/cart.test.js". Does the file exist?',
      '  Plugin: vite:import-analysis',
      '',
      ' Test Files  1 failed (1)',
      '      Tests  no tests',
    ],
  ],
])('%s is not the proof', async (_name, line, lines) => {
  expect((await explained(...lines)).evidence[0]?.line).toBe(line)
})
