import { expect, test } from 'vitest'
import { saidOf } from '../../tests/said-of.ts'

const frames = ['    predict at line 12 column 7', '    carts at line 31 column 9']

test.each([
  ['a status that a person asked for', 'UNKNOWN 4', ['$ ./carts check', '12 carts', '$ echo $?', '3']],
  ['a status of zero', 'succeeded 4', ['$ ./carts check', '12 carts', '$ echo $?', '0']],
  [
    'a license that is not there',
    'SETUP_FAILED 2',
    ['License checkout failed.', 'License Manager Error -15'],
  ],
  [
    'a license that a build needs',
    'SETUP_FAILED 2',
    [
      'vsim -c carts',
      "** Fatal: Unable to checkout a license. Run 'lmutil lmdiag' to diagnose the problem.",
      'make[1]: *** [Makefile:22: sim] Error 4',
    ],
  ],
  [
    'a port that a flash needs',
    'SETUP_FAILED 4',
    [
      'FAILED: CMakeFiles/flash /src/carts/build/CMakeFiles/flash',
      'esptool.py v4.7.0',
      'Serial port /dev/ttyUSB0',
      "A fatal error occurred: Could not open /dev/ttyUSB0, the port doesn't exist",
      'ninja: build stopped: subcommand failed.',
    ],
  ],
  [
    'a file whose name looks like a word of git',
    'SETUP_FAILED 2',
    ['reading carts', 'ERROR: the dictionary /data/ref.dict for the file ref.fa does not exist'],
  ],
  [
    'an interpreter that names its callers',
    'BROKEN_BUILD 2',
    [
      'loading carts.csv ... 814 rows',
      'error: operator *: nonconformant arguments (op1 is 3x3, op2 is 4x1)',
      'error: called from',
      ...frames,
    ],
  ],
  [
    'a heading of a program without the cause',
    'SETUP_FAILED 3',
    [
      'reading carts',
      '     Error in routine readcart (1):',
      '     file ./carts/Si.UPF not found',
      '     stopping ...',
    ],
  ],
  [
    'a heap that is exhausted',
    'OUT_OF_MEMORY 3',
    [
      'read 1200000 carts',
      'fatal error encountered in SBCL pid 21553:',
      'Heap exhausted, game over.',
      'ldb>',
    ],
  ],
  [
    'a memory limit of a database',
    'OUT_OF_MEMORY 2',
    [
      'Received exception from server:',
      'Code: 241. DB::Exception: Memory limit (for query) exceeded: would use 9 GiB',
    ],
  ],
  [
    'a compiler that was killed',
    'OUT_OF_MEMORY 2',
    ['go: downloading example.com/carts v1.31.5', 'example.com/carts: /usr/lib/go/compile: signal: killed'],
  ],
  [
    'a worker that does not move any more',
    'STALLED 3',
    [
      'level 2 done',
      'pid 5512: no heartbeat for 900 s',
      'worker seems stuck, stopping it',
      'run carts ended without a result',
    ],
  ],
  [
    'a deadlock that a thread dump names',
    'STALLED 4',
    ['Found one Java-level deadlock:', '=============================', '"import-2":', 'Found 1 deadlock.'],
  ],
  [
    'a build farm that stops a silent build',
    'STALLED 2',
    [
      ' 1/12 Test  #1: carts ...   Passed    0.22 sec',
      'E: Build killed with signal TERM after 150 minutes of inactivity',
    ],
  ],
  [
    'a node that died of a signal',
    'WORKER_CRASHED 2',
    [
      '[INFO] [carts-2]: process started with pid [6133]',
      "[ERROR] [carts-2]: process has died [pid 6133, exit code -11, cmd '/opt/carts'].",
      '[INFO] [shop-1]: process has finished cleanly [pid 6131]',
    ],
  ],
  [
    'a test machine that went away',
    'WORKER_CRASHED 2',
    [
      '[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0',
      '[ERROR] The forked VM terminated without properly saying goodbye. VM crash or System.exit called?',
      '[ERROR] Process Exit Code: 134',
    ],
  ],
  [
    'a bug of a checker',
    'INTERNAL_ERROR 1',
    [
      'src/carts.py:88: error: INTERNAL ERROR -- Please try using mypy master on GitHub:',
      'Traceback (most recent call last):',
      '  File "mypy/checkexpr.py", line 5129, in accept',
      'AssertionError: Internal error: unresolved placeholder type None',
    ],
  ],
  [
    'a clone in another language',
    'GIT_CLONE_FAILED 3',
    [
      "Clonage dans 'carts'...",
      'git@example.org: Permission denied (publickey).',
      'fatal : Impossible de lire le dépôt distant.',
    ],
  ],
  [
    'a full disk in another language',
    'DISK_FULL 1',
    ["cp: erreur d'écriture de 'carts.jpg': Aucun espace disponible sur le périphérique"],
  ],
  [
    'a level of a log in another language',
    'SETUP_FAILED 2',
    [
      '05.02.2024 06:30:00  INFO    Import gestartet',
      '05.02.2024 06:30:01  FEHLER  Datei CARTS.CSV nicht gefunden',
      '05.02.2024 06:30:01  INFO    0 Sätze verarbeitet',
    ],
  ],
  [
    'an option that a command does not know, above its help',
    'LAUNCH_REJECTED 2',
    [
      '$ carts run --headles',
      '  error: unknown option: --headles',
      '',
      '  Usage: carts run [options]',
      '',
      '  Options:',
    ],
  ],
  [
    'a findings count of a checker below make',
    'TESTS_FAILED 2',
    [
      'carts.md',
      '✖ 2 errors, 3 warnings and 1 suggestion in 14 files.',
      'make: *** [Makefile:31: prose] Error 1',
    ],
  ],
  [
    'a verdict of a grader',
    'TESTS_FAILED 3',
    ['agent finished in 204 s, 3 files changed', '  [FAIL] hidden test: quotes', 'score 0.80   verdict FAIL'],
  ],
  [
    'a branch without changes',
    'NO_CHANGES 2',
    ['[carts] agent run 1', '!! agent finished but working tree is clean - refusing to open an empty PR'],
  ],
  [
    'a number of Stata',
    'SETUP_FAILED 1',
    ['variable carts not found', 'r(111);', '', 'end of do-file', 'r(111);'],
  ],
  [
    'a build service that puts kind and time first',
    'TESTS_FAILED 3',
    [
      'build\t03-Jun-2023 11:20:45\tThere was 1 failure:',
      'build\t03-Jun-2023 11:20:45\tFAILURES!',
      'build\t03-Jun-2023 11:20:45\tTests: 24, Assertions: 61, Failures: 1.',
    ],
  ],
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

test.each([
  [
    'a summary of dotnet in another language',
    'succeeded 2',
    [
      '      System.InvalidOperationException: boum',
      'Réussi!  - échec :     0, réussite :    18, ignorée(s) :     1, total :    19, durée : 212 ms - Carts.dll (net8.0)',
    ],
  ],
  [
    'a test that Gradle tried again',
    'succeeded 4',
    [
      'CartTest > sum() FAILED',
      'CartTest > sum() PASSED',
      '4 tests completed, 1 failed',
      'BUILD SUCCESSFUL in 1m 12s',
    ],
  ],
  [
    'a download from the next mirror',
    'succeeded 4',
    [
      'curl: (28) Failed to connect to cdn1.example port 443 after 5001 ms: Timeout was reached',
      '==> Mirror 1 failed, trying mirror 2',
      '==> Verifying checksum... ok',
      '==> carts v0.18.2 is installed to /opt/carts/bin/carts',
    ],
  ],
  [
    'a warning that points to code',
    'succeeded 5',
    [
      'warning: Unused variable',
      '  ┌─ /src/cart.gleam:21:7',
      '  │',
      '21│   let sum = 1',
      '14 passed, no failures',
    ],
  ],
  [
    'a request of an agent that was tried again',
    'undetermined -',
    [
      'mini-swe-agent (step 1, $0.01):',
      '2025-08-11 16:24:48,911 - minisweagent - WARNING - Retrying query in 4.0 seconds as it raised APIConnectionError: litellm.APIConnectionError: Connection error.',
      ...Array.from(
        { length: 6 },
        (_, line) => `2025-08-11 16:31:0${line},117 - minisweagent - INFO - Saved cart ${line}`,
      ),
    ],
  ],
  [
    'a build that an agent repaired before its report',
    'succeeded 6',
    [
      '> I will read the carts with the model first.',
      'src/cart.ts(1,7): error TS2322: Type x is not assignable.',
      '> Let me fix the type.',
      'Updating: src/cart.ts',
      "> I've run the build again.",
      'I implemented the cart and all tests pass.',
    ],
  ],
  [
    'benchmarks that ignore every test',
    'undetermined -',
    [
      'test result: ok. 0 passed; 0 failed; 13 ignored; 0 measured; 0 filtered out; finished in 0.00s',
      'Timing cart',
      'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    ],
  ],
  [
    'a placeholder for what is missing',
    'undetermined 1',
    [
      "Error: Texture 'cart.png' not found, using placeholder",
      'Fra:1 Mem:20M',
      'Fra:2 Mem:20M',
      'Fra:3 Mem:20M',
    ],
  ],
] as const)('calls %s no failure', async (_, said, lines) => {
  expect(await saidOf(lines)).toBe(said)
})
