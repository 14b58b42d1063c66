import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'
import { saidOf } from '../../tests/said-of.ts'

const rule = '─'.repeat(40)
const frame = '  File "/opt/lib/python3.12/site-packages/carts/step.py", line 7, in step'

test.each([
  [
    'files that were not collected, without their exceptions',
    'BROKEN_BUILD 3',
    [
      'ERROR tests/test_cart.py',
      '!!!!!!!!!!!!!!!!!!! Interrupted: 2 errors during collection !!!!!!!!!!!!!!!!!!!',
      '============= 12/20 tests collected (8 deselected), 2 errors in 1.93s =============',
    ],
  ],
  [
    'a compiler of Windows below setuptools',
    'BROKEN_BUILD 2',
    [
      "building 'cart' extension",
      "src/cart.cpp(17): error C2039: 'sum': is not a member of 'shop'",
      "error: command 'C:\\\\VC\\\\bin\\\\cl.exe' failed with exit code 2",
    ],
  ],
  [
    'a header that the machine lacks, below setuptools',
    'SETUP_FAILED 2',
    [
      "building 'cart' extension",
      "src/cart.cpp(1): fatal error C1083: Cannot open include file: 'Python.h': No such file or directory",
      "error: command 'C:\\\\VC\\\\bin\\\\cl.exe' failed with exit code 2",
    ],
  ],
  [
    'a header in a folder of the project',
    'BROKEN_BUILD 2',
    ['#    compile  sum.o', "/src/shop/lib/sum.c:12:10: fatal error: 'shop/cart.h' file not found"],
  ],
  [
    'an exception whose words sound like an assertion',
    'BROKEN_BUILD 3',
    ['Traceback (most recent call last):', frame, 'RuntimeError: Found price Half but expected Float'],
  ],
  [
    'the part of a test runner that an option names',
    'SETUP_FAILED 2',
    [
      '⎯⎯⎯⎯⎯⎯⎯ Startup Error ⎯⎯⎯⎯⎯⎯⎯⎯',
      'Error: Failed to load custom Reporter from carts',
      '    at run (cli.js:1:2)',
    ],
  ],
  [
    'a child process that died from a signal',
    'WORKER_CRASHED 2',
    ['wave=1 passed=16/16', 'child=10 code=null signal=SIGSEGV elapsedMs=4315', 'failed=1 done=8'],
  ],
  [
    'a firmware that aborted',
    'WORKER_CRASHED 2',
    ['I (120) cart: starting', 'abort() was called at PC 0x4037a79b on core 0', '', 'Rebooting...'],
  ],
  [
    'a compiled program that died from its own error',
    'INTERNAL_ERROR 1',
    [
      'SystemError: kill() failed: EPERM',
      '      at stop (/$bunfs/root/carts:391:19786)',
      '',
      'Bun v1.2.19 (Linux x64)',
    ],
  ],
  [
    'a plugin that went away',
    'INTERNAL_ERROR 1',
    ['* Post-processor failed: unexpected EOF', '==> Builds finished but no artifacts were created.'],
  ],
  [
    'the command of an exception',
    'SETUP_FAILED 3',
    [
      'Traceback (most recent call last):',
      frame,
      "subprocess.CalledProcessError: Command '['pip', 'install', 'carts']' returned non-zero exit status 1.",
    ],
  ],
  [
    'the words of a command that another one quotes',
    'SETUP_FAILED 2',
    [
      'ERROR: command "docker save carts" failed with error: exit status 1',
      'Command Output: failed to save image: directory "/tmp/carts" does not exist',
    ],
  ],
  [
    'the service of a sandbox',
    'SANDBOX_ERROR 2',
    ['[system] Connected', '[error] SandboxError: HTTP error! status: 500', '[end] {"status":"failed"}'],
  ],
  [
    'the script that fills a database',
    'SETUP_FAILED 2',
    [
      'Seeding carts',
      '❌ Seeding failed: ClientKnownRequestError:',
      'The table `carts` does not exist in the database.',
    ],
  ],
  [
    'the limit with which a loop ends',
    'MAX_TURNS 25',
    [
      'src/Cart.java:58: error: cannot find symbol',
      '1 error',
      ...Array.from({ length: 22 }, (_, at) => `reading cart ${at}`),
      'Reached MAX_TURNS (3) without completing all carts.',
    ],
  ],
  [
    'a permission that nobody gave',
    'PERMISSION_BLOCKED 2',
    [
      '[assistant] Thinking: look for the cart',
      '[system] ! permission requested: external_directory (/*); auto-rejecting',
      '[system] [agent] finished with exit code 0',
      '[end] {"status":"completed","logs_count":176}',
    ],
  ],
  [
    'the suites of Cabal',
    'succeeded 2',
    ['Test suite carts-test: PASS', '1 of 1 test suites (4 of 4 test cases) passed.'],
  ],
  [
    'a reviewer that did its work and rejects that of others',
    'succeeded 1',
    [
      JSON.stringify({
        type: 'result',
        subtype: 'success',
        is_error: false,
        duration_api_ms: 1,
        num_turns: 3,
        session_id: 's',
        total_cost_usd: 0.1,
        result: '{\n  "ok": false,\n  "issues": ["no cart"]\n}',
      }),
    ],
  ],
  [
    'a hook that declined by its own words',
    'SETUP_FAILED 2',
    [
      'remote: -------------------------',
      'remote: - Error: "colour" must be one of [red, green]',
      'To https://example.org/carts',
      ' ! [remote rejected] main -> main (pre-receive hook declined)',
      "error: failed to push some refs to 'https://example.org/carts'",
    ],
  ],
  [
    'the failed tests of pytest by what is below their heading',
    'TESTS_FAILED 4',
    [
      'tests/test_cart.py::test_sum FAILED [100%]',
      '=================================== FAILURES ===================================',
      '    def test_sum() -> None:',
      'E   AssertionError: 3 != 4',
    ],
  ],
  [
    'a script of a workspace by what the bundler said',
    'BROKEN_BUILD 2',
    [
      'Failed to compile.',
      'Error: Module not found: cannot resolve the cart',
      '> Build failed because of webpack errors',
      'npm error Lifecycle script `build` failed with error:',
      'npm error code 1',
      'npm error workspace @acme/carts@0.1.0',
    ],
  ],
])('explains %s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

test('the file of a report that an agent looked at says nothing about its end', async () => {
  const said = await saidOf([
    `Message from User ${rule}`,
    'Add the price.',
    `Agent Action ${rule}`,
    'Action: TerminalAction',
    `Observation ${rule}`,
    'Tool: terminal',
    'Result:',
    '<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    'name="shop.CartTest" time="0.001" tests="1" failures="0">',
    '❌ Exit code: 1',
    `Message from Agent ${rule}`,
    'I added the price. All tests pass.',
  ])
  expect(said).toMatch(/^succeeded/)
})

test('a suite whose element is wrapped is not empty', async () => {
  const said = await saidOf(['<testsuite name="shop.CartTest"', 'tests="1" failures="0">', 'ok'])
  expect(said).not.toContain('NO_TESTS')
})

test('a tool that rejects its own command line was not launched', async () => {
  const said = async (...lines: readonly string[]): Promise<string | null> =>
    (await explain(bytesOf(`${lines.join('\n')}\n`))).reason
  expect(await said('PHPUnit 11.5.1 by Sebastian Bergmann.', '', 'Unknown option "--show-all"')).toBe(
    'LAUNCH_REJECTED',
  )
  expect(await said('│ Error: Too many command line arguments', '│', '╵')).toBe('LAUNCH_REJECTED')
  expect(await said("error: invalid value 'loud' for '--format <FORMAT>'")).toBe('LAUNCH_REJECTED')
})
