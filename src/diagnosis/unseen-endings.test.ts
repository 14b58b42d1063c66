import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'
import { saidOf } from '../../tests/said-of.ts'

const many = (line: string, times: number): readonly string[] =>
  Array.from({ length: times }, (_, at) => `${line} ${at}`)

test.each([
  [
    'a level before the name of the logger',
    'SETUP_FAILED 2',
    [
      '2026-01-01 10:00:00,000 INFO  acme.Console$ [main] - Looking for the cart',
      '2026-01-01 10:00:01,000 ERROR acme.Console$ [main] - The file cart.json was not found. Aborting.',
    ],
  ],
  [
    'the time of day before each line',
    'SETUP_FAILED 3',
    [
      '2:59:12 PM: Starting to prepare the shop',
      '2:59:14 PM: acme ERROR Tool not installed for shim: cart',
      '2:59:14 PM: Failing build: Failed to install dependencies',
    ],
  ],
  [
    'a sentence that says what failed',
    'TESTS_FAILED 3',
    ['Starting suites', 'Closing the shop', 'Some tests failed :( See the list below!', '\t1. cart.Sum'],
  ],
  [
    'the list of PHPUnit without a summary',
    'TESTS_FAILED 3',
    [
      'There was 1 error:',
      '',
      '1) Shop\\Tests\\CartTest::testSum',
      'Shop\\CartException: no price',
      '',
      '/src/Cart.php:54',
      '/tests/CartTest.php:36',
    ],
  ],
  [
    'the console of Symfony',
    'BROKEN_BUILD 2',
    [
      '',
      'In Loader.php line 398:',
      '                                        ',
      '  "./cart.php" has a syntax error on line 119: unexpected token  ',
      '',
      'validate [--strict] [--] [<file>]',
    ],
  ],
  [
    'an exception of Ruby with its frames',
    'SETUP_FAILED 1',
    [
      'Cart::Driver::SessionNotCreatedError: Could not connect to the browser: connection refused',
      "    /usr/lib/ruby/gems/cart/driver.rb:57:in `new'",
      "    /usr/lib/ruby/gems/cart/driver.rb:12:in `for'",
    ],
  ],
  [
    'a usage text after an unknown parameter',
    'LAUNCH_REJECTED 1',
    [
      'Unknown parameter: "lint".',
      ...many('    -option <file>  Reads the prices from file', 60),
      '*** End ***',
    ],
  ],
  ['a project that is not supported', 'SETUP_FAILED 2', ['', 'Acme only supports ESM projects.', '']],
  [
    'findings of a scanner by severity',
    'TESTS_FAILED 5',
    ['Run metrics:', '\tTotal issues (by severity):', '\t\tLow: 4', '\t\tMedium: 0', '\t\tHigh: 2'],
  ],
  [
    'errors that a memory checker counts',
    'TESTS_FAILED 2',
    ['==7== HEAP SUMMARY:', '==7== ERROR SUMMARY: 3 errors from 2 contexts (suppressed: 0 from 0)'],
  ],
  [
    'findings of clang-tidy that count as errors',
    'TESTS_FAILED 1',
    [
      '/src/cart.h:15:1: error: nested namespaces can be concatenated [modernize-concat,-warnings-as-errors]',
      'namespace shop {',
      '67 warnings treated as errors',
    ],
  ],
  ['a red cross before the last words', 'UNKNOWN 2', ['Reading the prices', '❌ The cart stays empty']],
  [
    'an error of pytest without its summary',
    'TESTS_FAILED 3',
    ['    def test_sum():', '>       assert cart.total == 3', "E   AttributeError: 'Cart' has no total"],
  ],
  [
    'an address that is in use, in a panic',
    'SETUP_FAILED 1',
    [
      "thread 'main' panicked at 'error binding to 127.0.0.1:8000: Address in use (os error 98)', src/main.rs:4:5",
    ],
  ],
  [
    'an error with a range and a code',
    'BROKEN_BUILD 1',
    ['shop/cart.mbt:3:1-3:7 [E3002] Parse error, unexpected token derive'],
  ],
  [
    'an error of TeX that only its place shows',
    'BROKEN_BUILD 1',
    ['! Cart is not a number.', 'l.12 \\cart', '               {x}'],
  ],
  [
    'findings between bars',
    'TESTS_FAILED 1',
    [
      'ERROR|COMPILE_TIME_ERROR|UNDEFINED_METHOD|/src/cart.dart|12|3|4|The method sum is not defined.',
      'INFO|LINT|UNNECESSARY_IMPORT|/src/cart.dart|1|8|32|The import is unnecessary.',
    ],
  ],
  [
    'an install whose program failed afterwards',
    'SETUP_FAILED 4',
    [
      'added 98 packages in 557ms',
      '> cart@1.0.0 start',
      'Calling the shop',
      'Error: connect ECONNREFUSED 127.0.0.1:5432',
    ],
  ],
  [
    'too many watchers',
    'SETUP_FAILED 2',
    ['> cart@1.0.0 watch', 'Error: watch src/cart/lib ENOSPC: the limit is reached'],
  ],
  [
    'a plan limit with a typographic apostrophe',
    'USAGE_LIMIT 2',
    ['codex', '■ You’ve hit your usage limit. Upgrade to Pro or try again later.'],
  ],
  [
    'an error that a person emphasised',
    'OUT_OF_MEMORY 2',
    ['Stage 3 starts', '**java.lang.OutOfMemoryError: Java heap space**'],
  ],
  [
    'a login that a deployment lacks',
    'SETUP_FAILED 2',
    ['Deploying the shop', 'Error: Failed to authenticate, have you run acme login?'],
  ],
])('%s is a failure', async (_, said, lines) => {
  expect(await saidOf(lines)).toBe(said)
})

test.each([
  [
    'an error before a later run that reports success',
    'succeeded 16',
    [
      '2026-01-01 10:00:00,000 INFO Import start',
      'Traceback (most recent call last):',
      'acme.ProgrammingError: table "prices" does not exist',
      ...many('2026-01-02 10:00:00,000 INFO row', 12),
      '2026-01-02 10:00:01,000 INFO Import success',
    ],
  ],
  [
    'a git error before pushes that work',
    'succeeded 5',
    [
      "fatal: pathspec 'cart/' did not match any files",
      '[main e150787] auto: prices',
      ' 1 file changed, 4 insertions(+)',
      'To https://git.example/shop.git',
      '   394eb06..e150787  main -> main',
    ],
  ],
  [
    'a killed job before a job that ended well',
    'succeeded 3',
    ['TERM_MEMLIMIT: job killed after reaching LSF memory usage limit.', '', 'Successfully completed.'],
  ],
  [
    'a comment about a linker error before the end of a build',
    'succeeded 3',
    [
      '# the old code results on an undefined reference to `cart_sum` in',
      '[1/1] Linking C executable cart',
      'Build completed successfully',
    ],
  ],
])('%s is a success', async (_, said, lines) => {
  expect(await saidOf(lines)).toBe(said)
})

test('an exit code does not hide the death of a program', async () => {
  const output =
    'reading the prices\nTraceback (most recent call last):\n  File "cart.py", line 3\nCartError: 7\n'
  for (const exitCode of [undefined, 1]) {
    const { reason } = await explain(bytesOf(output), exitCode === undefined ? {} : { exitCode })
    expect([exitCode, reason]).toEqual([exitCode, 'BROKEN_BUILD'])
  }
})

test('a message of several lines belongs to its error', async () => {
  const lines = [
    'Cart::SessionError: Could not connect to the browser: connection refused',
    ...many('Host info: cart', 5),
    "    /usr/lib/ruby/gems/cart/driver.rb:57:in `new'",
    ...many("    /usr/lib/ruby/gems/cart/driver.rb:12:in `for'", 40),
  ]
  expect(await saidOf(lines)).toBe('SETUP_FAILED 1')
})

test('a loop that ended at its limit has not succeeded', async () => {
  const lines = [
    '[Coder] Claude works on the cart',
    '[Supervisor] [WARN] Max iterations reached -- triggering Graceful Exit.',
    '  [OK] Graph completed!',
    '[OK] Exported report.json',
  ]
  expect(await saidOf(lines)).toBe('MAX_TURNS 2')
})

test('the last error outweighs one of an earlier request', async () => {
  const lines = [
    'Server listening on port 3000',
    "SyntaxError: Expected property name or '}' in JSON at position 1",
    ...many('GET /prices', 60),
    'Upload failed: Error: connect ECONNREFUSED 127.0.0.1:5432',
  ]
  expect((await saidOf(lines)).split(' ')[0]).toBe('SETUP_FAILED')
})

test('an agent that asks for the files gave up', async () => {
  const lines = [
    'Aider v0.86.1',
    'Done thinking.',
    ...many('I look at the task', 8),
    'Please provide the contents of `cart.py`, so that I can correct the sum.',
  ]
  expect((await saidOf(lines)).split(' ')[0]).toBe('AGENT_GAVE_UP')
})

test('a check that an agent repaired is not a failure', async () => {
  const output = [
    'ruff (legacy alias)......................................................Failed',
    ...many('Claude works on the cart', 3),
    '[2026-01-01 10:00:01] Loop finished. 1 iterations. 0 tasks remaining.',
  ].join('\n')
  expect((await explain(bytesOf(output), { stage: 'agent_run' })).verdict).toBe('succeeded')
  expect((await explain(bytesOf(output), { stage: 'final_test' })).reason).toBe('TESTS_FAILED')
})

test('an exclamation mark alone is no error of TeX', async () => {
  const lines = ['JOBS', '! Cart v3 will be deprecated. Please update to v4.', 'cart: .github#13']
  expect(await saidOf(lines)).toMatch(/^undetermined/)
})

test('a recovery inside a loop is no success', async () => {
  const lines = ['Loop around Claude', 'iteration 1', '✅ Recovery successful - continuing to next iteration']
  expect(await saidOf(lines)).toMatch(/^undetermined/)
})

test('a check that passed long before the end is no success', async () => {
  const lines = ['Printing a message', 'Sanity check passed', ...many('cart-service tcp 8080 RUNNING', 30)]
  expect(await saidOf(lines)).toMatch(/^undetermined/)
})

test('a check that passed at the end is a success', async () => {
  const lines = [...many('cart-service tcp 8080 RUNNING', 30), 'Sanity check passed']
  expect(await saidOf(lines)).toMatch(/^succeeded/)
})

test('a file that the system does not let a tool rename is a failed set-up', async () => {
  const lines = ['Preparing the cart', "EPERM: operation not permitted, rename 'cart.tmp' -> 'cart.node'"]
  expect(await saidOf(lines)).toBe('SETUP_FAILED 2')
})
