import { expect, test } from 'vitest'
import { saidOf } from '../../tests/said-of.ts'

test.each([
  [
    'the last block of a report about an agent',
    'RATE_LIMITED 7',
    [
      '# Agent report',
      '- Model: `acme/coder`',
      '- Steps: 0',
      '## Final agent message',
      '```',
      'The rate limit of the model is hit.',
      "Error: Error code: 429 - {'error': {'message': 'Provider returned error', 'code': 429}}",
      '```',
    ],
  ],
  [
    'the interrupt below the last call of an agent',
    'INTERRUPTED 2',
    ['⏺ Update(carts.swift)', '  ⎿  Interrupted · What should Claude do instead?'],
  ],
  [
    'the reason of a circuit breaker',
    'PERMISSION_BLOCKED 3',
    [
      '[2026-03-04 12:58:53] [LOOP] === Starting Loop #1 ===',
      '║           Circuit Breaker Status                          ║',
      'Reason:                Permission denied in 2 consecutive loops - update ALLOWED_TOOLS',
      '[2026-03-04 12:58:53] [ERROR] 🛑 Circuit breaker has opened - execution halted',
    ],
  ],
  [
    'a signal by its number',
    'WORKER_CRASHED 1',
    ['CARTS 4.2.9.7 -- Get Signal No.: 11', '/usr/lib/libcarts.so.0(Input+0xce)[0x7ff6b273f18e]'],
  ],
  [
    'a signal by its name',
    'WORKER_CRASHED 1',
    ['PID 83466 received SIGSEGV for address: 0x0', '0   carts.node 0x1'],
  ],
  [
    'a wrong statement of SQL',
    'BROKEN_BUILD 2',
    [
      'applying 12_carts.sql',
      "ERROR: INSERT trigger's WHEN condition cannot reference OLD values (SQLSTATE 42P17)",
    ],
  ],
  [
    'an interrupt after a request that the provider refuses',
    'MODEL_UNAVAILABLE 3',
    [
      'Aider v0.84.0',
      '> add a cart',
      'litellm.NotFoundError: NotFoundError: AcmeException - {"error":{"message":"No endpoints found for acme/coder","code":404}}',
      '',
      '^C again to exit',
      '^C KeyboardInterrupt',
    ],
  ],
  [
    'a thread before the level of a log',
    'SETUP_FAILED 2',
    [
      '15:34:43.844 [http-nio-1] INFO  [c.carts.Api:29] : [started] register',
      '15:35:33.864 [http-nio-1] ERROR [c.carts.Store:142] : Connection refused by the database',
    ],
  ],
  [
    'the findings of a lint',
    'TESTS_FAILED 1',
    ['Lint found 2 errors, 17 warnings. First failure:', '/src/Cart.xml:8: x'],
  ],
  [
    'a mark before the verdict of a build',
    'BROKEN_BUILD 5',
    [
      'transforming...',
      '  ✓ 12 modules transformed.',
      '  ✗ Build failed in 5.56s',
      'error during build:',
      'Could not resolve "./cart" from "a.js"',
    ],
  ],
  [
    'a bug of a CI system',
    'INTERNAL_ERROR 1',
    [
      'ERROR: Unexpected error in launching an agent. This is probably a bug in Jenkins',
      'java.lang.NullPointerException',
      '\tat hudson.Cart.run(Cart.java:3)',
    ],
  ],
  [
    'a credential manager that refuses the address',
    'GIT_CLONE_FAILED 2',
    ['$ git pull', 'fatal: Unencrypted HTTP is not supported for GitLab. Ensure the repository uses HTTPS.'],
  ],
  [
    'the verdict of a grader in JSON',
    'TESTS_FAILED 3',
    ['agent transcript: 22 turns, ended by agent', '{', '  "verdict": "FAIL",', '  "score": 0.4', '}'],
  ],
  [
    'a model that a program calls and nobody knows',
    'MODEL_UNAVAILABLE 1',
    [
      'Cart: I had an error: 404 models/carts-1.5 is not found for API version v1beta',
      'FAILURE: no cart was made.',
    ],
  ],
  [
    'an agent that gives up after its name in a log',
    'AGENT_GAVE_UP 2',
    [
      '2025-06-03 09:14:02 | runner | ticket CART-1 accepted by the agent',
      '2025-06-03 09:51:33 | devbot | I was not able to reproduce the hang and cannot propose a fix.',
      '2025-06-03 09:51:34 | runner | ticket CART-1 -> needs-human',
    ],
  ],
  [
    'a program that prints its own stack',
    'WORKER_CRASHED 2',
    ['Date: Sat Feb 22 07:21:03 2020', 'Error: signal 11', '[bt]: (0) carts(+0x18bdaa) [0x5620be742daa]'],
  ],
  [
    'tests that failed in the build of a package',
    'TESTS_FAILED 1',
    [
      '3 out of 702 tests failed (13.44s)',
      "builder for '/nix/store/abc-carts.drv' failed with exit code 1",
      "error: build of '/nix/store/abc-carts.drv' failed",
    ],
  ],
  [
    'the result of a benchmark',
    'TESTS_FAILED 2',
    [
      '2026-06-15 21:26:39,305 - INFO - Grading answer for carts-13236...',
      'Result for carts-13236: resolved: False',
      '2026-06-15 21:26:39,313 - INFO - Attempting to stop container carts...',
    ],
  ],
  [
    'the budget with which an agent was stopped, long after a build',
    'BUDGET_EXCEEDED 30',
    [
      'Turn 1: I will run the build with the model.',
      'src/cart.ts(1,7): error TS2322: Type x is not assignable.',
      ...Array.from({ length: 27 }, (_, turn) => `turn ${turn + 2} of 65: reading cart ${turn}`),
      '[Termination]: Stopped due to budget limit ($4.00)',
    ],
  ],
  [
    'an error that only says what somebody was trying to do',
    'BROKEN_BUILD 3',
    [
      '✗ Build failed in 161ms',
      'error during build:',
      "[vite:css] It looks like you're trying to use the carts plugin directly.",
      'file: /src/index.css:undefined:NaN',
    ],
  ],
  [
    'the last messages of a log in JSON',
    'SETUP_FAILED 2',
    [
      '{"timestamp":"2026-07-08T15:44:01Z","level":"info","event":"Starting the cart from image carts:latest"}',
      '{"timestamp":"2026-07-08T15:44:02Z","level":"info","event":"bash: /opt/carts/run.sh: No such file or directory"}',
      '{"timestamp":"2026-07-08T15:44:03Z","level":"error","event":"Task failed with exception"}',
      '{"timestamp":"2026-07-08T15:44:04Z","level":"info","event":"Task instance in failure state"}',
    ],
  ],
  [
    'the record of one process with what it printed',
    'AUTH_FAILED 3',
    [
      '{',
      '  "argv": ["claude", "-p", "add a cart"],',
      '  "notes": {"stdout_tail": "Failed to authenticate. API Error: 401 invalid API key\\n", "stderr_tail": ""},',
      '  "returncode": 1',
      '}',
    ],
  ],
] as const)('explains %s', async (_, said, lines) => {
  expect(await saidOf(lines)).toBe(said)
})
