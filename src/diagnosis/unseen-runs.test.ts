import { expect, test } from 'vitest'
import { explain } from '../../tests/knowing-agents.ts'
import { saidOf } from '../../tests/said-of.ts'

test.each([
  [
    'a decorated first line that occurs again',
    'succeeded 4',
    [
      '[2026-01-01 01:00:02] === Import started ===',
      '[2026-01-01 01:00:37] ERROR: connection refused',
      '[2026-01-02 01:00:02] === Import started ===',
      '[2026-01-02 01:03:37] Import finished: 1203 rows',
    ],
  ],
  [
    'a logged first line that occurs again',
    'SETUP_FAILED 4',
    [
      '2026-01-01 01:00:02 INFO Starting the import of prices',
      '2026-01-01 01:03:37 INFO Import completed successfully',
      '2026-01-02 01:00:02 INFO Starting the import of prices',
      '2026-01-02 01:00:37 ERROR: connection refused',
    ],
  ],
  [
    'a line with a time between signs',
    'succeeded 8',
    [
      '============================== 10:00:00.100 | 0a1b2c3d-0000-4000-8000-0123456789ab ==============================',
      '[info ] reading the prices',
      '[error] ERROR: the shop is closed',
      '[info ] Done. PASS=5 WARN=0 ERROR=1 SKIP=0 TOTAL=6',
      '============================== 11:00:00.100 | 1a1b2c3d-0000-4000-8000-0123456789ab ==============================',
      '[info ] reading the prices',
      '[info ] writing the cart',
      '[debug] Command `shop run` succeeded at 11:00:03 after 3.51 seconds',
    ],
  ],
])('the last run of a log that a program appends to is read: %s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

test('a service that starts several times has one log', async () => {
  const lines = ['[2026-01-01 10:00:00] Service started', '[2026-01-01 10:00:05] ERROR: no price list']
  expect(await saidOf([...lines, '[2026-01-01 10:01:00] Service started'])).toBe('UNKNOWN 2')
})

test('an iteration that has only begun does not decide', async () => {
  const iteration = (count: number): readonly string[] => [
    `=== Iteration ${count} / 50 ===`,
    'Running tests...',
    'Tests FAILED (exit code: 1)',
    `[iteration ${count}] tests: FAIL`,
  ]
  const begun = ['=== Iteration 4 / 50 ===', 'Step A: the next one']
  expect(await saidOf([...iteration(1), ...iteration(2), ...iteration(3), ...begun])).toMatch(
    /^TESTS_FAILED /,
  )
})

test('a loop that repeats one error until its limit failed of that error', async () => {
  const iteration = (count: number): readonly string[] => [
    `=== Agent iteration ${count} of 3 ===`,
    "Error: Execute mode is not permitted with --mode 'free'",
    `Iteration ${count} complete. Continuing...`,
  ]
  const loop = [...iteration(1), ...iteration(2), ...iteration(3)]
  const said = await saidOf([
    ...loop,
    'The agent loop reached max iterations (3) without completing all tasks.',
  ])
  expect(said).not.toMatch(/MAX_TURNS/)
})

test.each([
  ['succeeded 3', ['error: no cache', 'reading all prices', 'Child return code was: 0']],
  ['succeeded 2', ['ERROR reading a plugin', 'Exit status: 0']],
  ['succeeded 2', ['Failed to load the cache, reading all', 'EXIT_CODE=0']],
  ['UNKNOWN 2', ['reading all prices', 'Return code: 3']],
  ['UNKNOWN 2', ['reading all prices', 'rc=2']],
])('an exit status at the end decides: %s', async (expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

test('an exit status before the result of a tool does not decide', async () => {
  expect(await saidOf(['Return code: 1', '=== 3 passed in 0.12s ==='])).toMatch(/^succeeded/)
})

test.each([
  ['succeeded 3', ['ERROR: no price for one part', 'reading on', 'Import completed successfully']],
  ['succeeded 3', ['[ERROR] no report of one part', 'Agent a status: success', 'Agent b status: success']],
  ['UNKNOWN 1', ['ERROR: no price for one part', 'The logs were uploaded successfully']],
])('an explicit success of the whole outweighs an error before it: %s', async (expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

test.each([
  [
    'the type of the exception counts more than a general sentence after it',
    'BROKEN_BUILD 3',
    [
      '2026-01-01 10:00:00,000 - ERROR - main - Exception in main(): the cart is None',
      'Traceback (most recent call last):',
      "AttributeError: 'NoneType' object has no attribute 'price'",
      '2026-01-01 10:00:00,001 - ERROR - main - Cart initialization failed within main().',
    ],
  ],
  [
    'a build tool at its debug level',
    'BROKEN_BUILD 5',
    [
      '[DEBUG] [acme.build.Cache] opened',
      '[ERROR] [acme.build.Reporter] FAILURE: Build failed with an exception.',
      '[ERROR] [acme.build.Reporter] ',
      '[ERROR] [acme.build.Reporter] * What went wrong:',
      "[ERROR] [acme.build.Reporter] Could not compile the module 'cart'",
      '[LIFECYCLE] [acme.build.Result] BUILD FAILED',
      ...Array.from({ length: 60 }, (_, at) => `[DEBUG] [acme.build.Cache] closed ${at}`),
    ],
  ],
  [
    'a batch system that stops a job for its memory',
    'OUT_OF_MEMORY 1',
    ['Job 161 has exceeded memory allocation on node n-13', 'job.sh: line 21: 300 Killed     ./cart'],
  ],
  [
    'a trap of WebAssembly',
    'WORKER_CRASHED 2',
    ['running the cart', '3: wasm trap: out of bounds memory access'],
  ],
  [
    'a runner of Swift that found no tests',
    'NO_TESTS_COLLECTED 2',
    [
      "Test Suite 'cart.xctest' passed",
      '     Executed 0 tests, with 0 failures (0 unexpected) in 0.0 (0.0) seconds',
    ],
  ],
  [
    'rake after the summary of its tests',
    'TESTS_FAILED 1',
    ['379 runs, 1225 assertions, 0 failures, 1 errors, 5 skips', '', 'rake aborted!'],
  ],
  [
    'a failed test of cargo without the summary',
    'TESTS_FAILED 2',
    [
      '---- cart::sum stdout ----',
      "thread 'cart::sum' panicked at 'assertion failed: `(left == right)`",
      '  left: `1`,',
      " right: `0`', src/cart.rs:118:9",
    ],
  ],
  [
    'a type checker that stops before its summary',
    'TESTS_FAILED 1',
    [
      'src/cart.py:184: error: No overload variant matches  [call-overload]',
      'EOFError: EOF when reading a line',
    ],
  ],
  [
    'an analyzer whose script fails',
    'TESTS_FAILED 1',
    [
      "  error - lib/cart.dart:15:54 - Undefined name 'Cart'. - undefined_identifier",
      'ScriptException: analyze failed',
    ],
  ],
  [
    'an update that is followed by a package that was not found',
    'SETUP_FAILED 2',
    ['Update complete', 'The following package identifiers were not found in your indices: cart-8.6.3'],
  ],
  [
    'an error document of a server',
    'UNKNOWN 1',
    ['<?xml version="1.0"?><Error><Code>Gone</Code></Error>', '', ''],
  ],
])('%s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

test.each([
  [
    'a crash report begins with the error',
    'BROKEN_BUILD 3',
    [
      'Crash log created at 2026-01-01 10:00:00',
      '===== MESSAGE:',
      "NameError: undefined local variable or method `price' for #<Shop::Context>",
      ...Array.from({ length: 30 }, (_, at) => `  ${at}. /var/lib/gems/shop-${at}/lib`),
      'shop 1.2.3 in /srv/shop',
      'ruby 3.1 on Linux',
      'prices 4.5',
      'carts 6.7',
      'tiles 8.9',
      'pages 1.2',
      'texts 3.4',
    ],
  ],
  [
    'lines at the debug level after an error',
    'UNKNOWN 2',
    [
      'reading the shop',
      '[ERROR] root: eval: 1 error(s) occurred:',
      ...Array.from({ length: 40 }, (_, at) => `[DEBUG] plugin ${at}: waiting`),
    ],
  ],
  [
    'a compiler that counts errors at the end',
    'BROKEN_BUILD 2',
    [
      'shop.dm:62:warning (unused_var): price',
      'shop.dmb - 93 errors, 31 warnings (1/1/26 2:09 pm)',
      'Total time: 0:02',
    ],
  ],
  [
    'the frames of an aborted process',
    'WORKER_CRASHED 2',
    [
      '#0  __GI_raise (sig=sig@entry=6) at raise.c:50',
      '#1  0x00007f53e689d895 in __GI_abort () at abort.c:79',
    ],
  ],
  [
    'an oops of the kernel',
    'WORKER_CRASHED 2',
    [
      '[   77.8] shop: loading',
      '[   77.9] BUG: kernel NULL pointer dereference, address: 0068',
      '[   78.0] CR2: 0068',
    ],
  ],
  [
    'a package that configure does not find',
    'SETUP_FAILED 2',
    ['checking for libcart... no', 'configure: error: Package requirements (cart >= 2) were not met:'],
  ],
  [
    'an argument of the wrong type',
    'BROKEN_BUILD 3',
    [
      'Traceback (most recent call last):',
      '  File "a.py", line 3',
      "TypeError: expected string, got 'tuple'",
    ],
  ],
])('%s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

test('an agent that asks whether to begin did nothing', async () => {
  const said = await saidOf([
    'I looked at the project and made a plan for the dark theme.',
    '',
    '1. **Config**: add `darkMode`',
    '2. **Hook**: create `useTheme.ts`',
    '',
    'Should I proceed with implementing these changes? This will give you a complete theme.',
  ])
  expect(said).toMatch(/^AGENT_GAVE_UP /)
})

test('the death of one program does not end an output that goes on for long', async () => {
  const died = ['Traceback (most recent call last):', '  File "a.py", line 1', 'SyntaxError: invalid syntax']
  const more = Array.from({ length: 500 }, (_, at) => `page ${at} of the shop`)
  expect(await saidOf([...died, ...more])).toMatch(/^undetermined /)
})

test('a linter that counts no errors succeeded', async () => {
  expect(
    await saidOf(['/src/cart.js', '  1:1  warning  Unused', '', '✖ 1 problem (0 errors, 1 warning)']),
  ).toBe('succeeded 4')
})

test('the library reads bytes as it reads a file', async () => {
  const { reason } = await explain(Buffer.from('=== 1 failed, 2 passed in 0.31s ===\n'), {})
  expect(reason).toBe('TESTS_FAILED')
})
