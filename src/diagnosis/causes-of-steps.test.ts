import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'
import { saidOf } from '../../tests/said-of.ts'

const inContainer = (text: string): string => `[Container] 2026/01/01 10:00:00 ${text}`

test.each([
  [
    'a phase of CodeBuild that runs after a failed build',
    'SANDBOX_ERROR 3',
    [
      inContainer('Entering phase BUILD'),
      inContainer('Running command docker build --tag shop .'),
      'toomanyrequests: You have reached your pull rate limit.',
      inContainer('Command did not exit successfully docker build --tag shop . exit status 1'),
      inContainer('Phase complete: BUILD State: FAILED'),
      inContainer('Entering phase POST_BUILD'),
      inContainer('Running command docker push shop'),
      'An image does not exist locally with the tag: shop',
      inContainer('Command did not exit successfully docker push shop exit status 1'),
      inContainer('Phase complete: POST_BUILD State: FAILED'),
    ],
  ],
  [
    'a phase of CodeBuild that fails after a good build',
    'SETUP_FAILED 6',
    [
      inContainer('Entering phase BUILD'),
      inContainer('Running command make'),
      inContainer('Phase complete: BUILD State: SUCCEEDED'),
      inContainer('Entering phase POST_BUILD'),
      inContainer('Running command docker push shop'),
      'denied: requested access to the resource is denied',
      inContainer('Command did not exit successfully docker push shop exit status 1'),
      inContainer('Phase complete: POST_BUILD State: FAILED'),
    ],
  ],
  [
    'a deployment whose build command failed',
    'TESTS_FAILED 2',
    [
      './components/Cart.tsx',
      '25:10  Error: Unexpected any. Specify a different type.  @typescript-eslint/no-explicit-any',
      '"build.command" failed',
      "Failed during stage 'building site': Build script returned non-zero exit code: 2",
      'Failing build: Failed to build site',
    ],
  ],
  [
    'an error of MSBuild in a folder with brackets, in a very long line',
    'BROKEN_BUILD 2',
    [
      '  Generating cart.cpp',
      `C:\\Program Files (x86)\\MSBuild\\Cpp.targets(254,5): error MSB8066: Custom build for '${'C:\\cart\\a.rule;'.repeat(200)}' exited with code 1.`,
    ],
  ],
  [
    'a crash in the code of a PHP tool',
    'INTERNAL_ERROR 2',
    [
      'Processing cart.php',
      'PHP Fatal error:  Uncaught PHP_CodeSniffer\\Exceptions\\RuntimeException: Undefined array key -1 in /tools/Runner.php:606',
    ],
  ],
  [
    'a bootstrap script of PHPUnit that is missing',
    'SETUP_FAILED 3',
    [
      'PHPUnit 9.6.1 by Sebastian Bergmann and contributors.',
      '',
      'Cannot open bootstrap script "/shop/tests/bootstrap.php"',
    ],
  ],
  [
    'the end of a debug log of npm',
    'SETUP_FAILED 1',
    [
      '1178 error cart@0.4.0 install: `node-gyp rebuild`',
      '1178 error Exit status 1',
      '1179 error Failed at the cart@0.4.0 install script.',
    ],
  ],
  [
    'an answer of the GitHub API',
    'SETUP_FAILED 2',
    [
      'Uploading cart.zip',
      'Error: Not Found - https://docs.github.com/rest/releases/assets#get-a-release-asset',
    ],
  ],
  [
    'a report of a doctor with one failed check',
    'TESTS_FAILED 2',
    [
      'Running 18 checks on your project...',
      '17/18 checks passed. 1 checks failed. Possible issues detected:',
      '',
      '✖ Check that the cart is there',
    ],
  ],
  [
    "the summary of LLVM's test runner",
    'succeeded 4',
    ['-- Testing: 13 tests, 4 workers --', '', 'Total Discovered Tests: 13', '  Passed: 13 (100.00%)'],
  ],
  [
    "a failed test in the summary of LLVM's test runner",
    'TESTS_FAILED 3',
    ['Total Discovered Tests: 13', '  Passed: 12 (92.31%)', '  Failed:  1 (7.69%)'],
  ],
  [
    'a missing file of an installed package',
    'SETUP_FAILED 3',
    [
      'node:internal/modules/cjs/loader:1404',
      '  throw err;',
      "Error: Cannot find module '/shop/node_modules/jest/bin/jest.js'",
      '    at Function._resolveFilename (node:internal/modules/cjs/loader:1401:15)',
      "  code: 'MODULE_NOT_FOUND',",
      'Node.js v22.20.0',
    ],
  ],
  [
    'the summary of a workflow run',
    'SETUP_FAILED 5',
    [
      'X main Deploy · 20213691352',
      'Triggered via workflow_dispatch about 1 minute ago',
      '',
      'X Deploy the shop in 11s (ID 58023341207)',
      '  X Install dependencies',
      '  - Build the shop',
    ],
  ],
  [
    'the summary of a good workflow run',
    'succeeded 1',
    ['✓ main Deploy · 20213691352', '', '✓ Deploy the shop in 11s (ID 58023341207)'],
  ],
  [
    'data that a database does not accept',
    'SETUP_FAILED 2',
    [
      'Seeding data from seed.sql',
      'failed to send batch: ERROR: null value in column "cart" violates not-null constraint (SQLSTATE 23502)',
      'exit status 1',
    ],
  ],
  [
    'requests that are warned about and repeated',
    'succeeded 4',
    [
      "[warn] shop 'prices': HTTP Error 429: Too Many Requests",
      'asked for the prices again',
      'asked for the carts',
      '[done] 102 prices -> prices.json',
    ],
  ],
  [
    'an event stream whose error is in its payload',
    'USAGE_LIMIT 3',
    [
      'data: {"type": "agent_thought", "step": "plan", "payload": "Reading the shop..."}',
      'data: {"type": "tool_call", "step": "plan", "payload": {"url": "http://shop.example"}}',
      'data: {"type": "error", "step": "run_agent", "payload": {"message": "429 You exceeded your current quota, please check your plan and billing details."}}',
    ],
  ],
  [
    'the token of completion after the time of day',
    'succeeded 3',
    ['[1:44:58 PM] Iteration 8 starting', '', '[1:46:57 PM] <promise>COMPLETE</promise>'],
  ],
  [
    'tests that are only listed',
    'succeeded 3',
    [
      '    <Function test_cart>',
      '',
      '======================== 133 tests collected in 0.30s =========================',
    ],
  ],
  [
    'a login that worked before the failure',
    'BROKEN_BUILD 2',
    [
      'shop: Currently logged in as: anna. Use `shop login --relogin` to force relogin',
      'RuntimeError: Found dtype Half but expected Float',
    ],
  ],
  [
    'a request of an agent that is retried',
    'undetermined 2',
    [
      "I'll edit `cart.ts`.",
      'Attempt 1 failed: You have exhausted your capacity on this model. Your quota will reset after 2s.. Retrying after 2967ms...',
      'The stories are in the file.',
    ],
  ],
])('%s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

test('a loop that was cut off has no success at the debug level', async () => {
  const lines = [
    '[2026-01-01 10:00:00] [INFO] DEBUG: Successfully incremented loop_count to 1',
    '[2026-01-01 10:00:01] [LOOP] Executing Claude Code (Call 1/100)',
    '[2026-01-01 10:00:02] [INFO] Claude Code working... (10s elapsed)',
  ]
  const { verdict } = await explain(bytesOf(`${lines.join('\n')}\n`), { stage: 'agent_run' })
  expect(verdict).toBe('undetermined')
})
