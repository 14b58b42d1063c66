import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'
import { saidOf } from '../../tests/said-of.ts'

test.each([
  [
    'a verdict of Jenkins after words without a line feed',
    'succeeded 4',
    [
      'Started by user ann',
      'Building in workspace /var/lib/jenkins/workspace/cart',
      '+ ./cart',
      'total 12.50 Finished: SUCCESS',
    ],
  ],
  [
    'marks that a console garbled',
    'TESTS_FAILED 4',
    [
      '  1) [chromium] ΓÇ║ cart.spec.ts:3:1 ΓÇ║ adds the price ΓöÇΓöÇ',
      '    Browser: the server responded with a status of 404 (Not Found)',
      '',
      '  1 failed',
      '    [chromium] ΓÇ║ cart.spec.ts:3:1 ΓÇ║ adds the price',
      '  1 passed (1.2m)',
    ],
  ],
  [
    'lines without a time in the log of a viewed run',
    'SETUP_FAILED 4',
    [
      'deploy\tCopy\t2026-03-22T17:03:37.6088445Z ##[group]Run acme/copy@v1',
      'deploy\tCopy\t2026-03-22T17:03:37.6089051Z ##[endgroup]',
      'deploy\tCopy\t2026-03-22T17:03:38.1089051Z npm error code E404',
      'deploy\tCopy\tnpm error 404 Not Found - GET https://example.org/cart',
      'deploy\tCopy\tnpm error 404 The package is not in this registry.',
      'deploy\tCopy\t',
      'deploy\tCopy\tnpm error A complete log of this run can be found in: /tmp/npm.log',
    ],
  ],
  [
    'a failed edit in the transcript of an agent',
    'undetermined 5',
    [
      '● Check the cart (shell)',
      '  │ npm test',
      '  └ 4 lines...',
      '✓ verified',
      '✗ edit edit file · old_str: "a", new_str: "b"',
      '  └ "path": Required',
      '● Edit cart.ts +10 -1',
      '● Commit (shell)',
      '  └ 2 lines...',
    ],
  ],
  [
    'a build step that failed, with its time',
    'UNKNOWN 3',
    [
      'success write out redirect data - 0.002s',
      'info bootstrap finished - 7.8 s',
      'failed Building production JavaScript bundles - 13.573s',
    ],
  ],
  [
    'a crash under make in a text with escaped stars',
    'WORKER_CRASHED 2',
    ['[ RUN      ] cart.total', 'make: **\\* [runtest] Segmentation fault: 11'],
  ],
  [
    'an error page whose address has the word error',
    'BROKEN_BUILD 3',
    [
      'Creating an optimized production build ...',
      'Error occurred prerendering page "/cart". Read more: https://example.org/messages/prerender-error',
      'Export encountered an error on /cart/page: /cart, exiting the build.',
    ],
  ],
  [
    'a registry that cannot be reached',
    'SETUP_FAILED 2',
    [
      '#3 [internal] load metadata for docker.io/library/node:20',
      'ERROR: failed to solve: node:20: failed to resolve source metadata: failed to authorize: failed to fetch oauth token: dial tcp 10.0.0.1:443: i/o timeout',
    ],
  ],
  [
    'a script that removes what is not there, and ends',
    'undetermined -',
    ['Checking the carts...', "rm: cannot remove 'carts.txt': No such file or directory"],
  ],
  [
    'an error of the C# compiler without a place',
    'BROKEN_BUILD 1',
    [
      "CSC : error CS5001: Program does not contain a static 'Main' method [shop.csproj]",
      '  Shop -> Shop.dll',
    ],
  ],
  [
    'a file that is not formatted as clang-format wants it',
    'TESTS_FAILED 1',
    ['./src/cart.h:40:80: error: code should be clang-formatted [-Wclang-format-violations]'],
  ],
  [
    'a bundle that wrangler cannot build',
    'BROKEN_BUILD 3',
    ['✘ [ERROR] Build failed with 18 errors:', '', '  ✘ [ERROR] Could not resolve "fs"'],
  ],
  [
    'a panic of the bundler',
    'INTERNAL_ERROR 1',
    ['FATAL: An unexpected Turbopack error occurred. A panic log has been written to /tmp/panic.log.'],
  ],
  [
    'settings of the wrong form',
    'SETUP_FAILED 1',
    ['Settings Error: hooks format incorrect', 'PreToolUse: Expected array, but received object'],
  ],
  [
    'a check of the files before the work',
    'SETUP_FAILED 1',
    ['[ERROR] Shop integrity check failed - critical files missing', '[INFO] Left: the loop'],
  ],
  [
    'the style report of Pint',
    'TESTS_FAILED 3',
    [
      '  ........⨯.......',
      '',
      '  FAIL   ................. 16 files, 1 style issue',
      '  ⨯ app/Cart.php                      ordered_imports, no_unused_imports',
    ],
  ],
  [
    'the error of electron-builder',
    'BROKEN_BUILD 2',
    ['  • packaging', '  ⨯ cannot find the icon of the app'],
  ],
  [
    'rows of dots without a summary',
    'TESTS_FAILED 2',
    ['......................', '.....FF....F..........................FF.......', '..........'],
  ],
  [
    'gfortran',
    'BROKEN_BUILD 5',
    [
      'cart.f90:12:9:',
      '',
      '   12 |   total = sum(prices',
      '      |         1',
      'Error: Syntax error in expression at (1)',
      'shop.f90:3:12:',
      '',
      '    3 | CHARACTER*8 NAME',
      '      |            1',
      'Warning: Obsolescent feature: Old-style character length at (1)',
    ],
  ],
  [
    'an old log file of Ansible that passed',
    'succeeded 4',
    [
      '2026-01-01 10:00:01,100 p=30141 u=ann |  PLAY [all] *****',
      '2026-01-01 10:00:02,100 p=30141 u=ann |  failed: [web] => {"failed": true, "rc": 2}',
      '2026-01-01 10:00:02,101 p=30141 u=ann |  ...ignoring',
      '2026-01-01 10:00:03,100 p=30141 u=ann |  web     : ok=3    changed=1    unreachable=0    failed=0',
    ],
  ],
  [
    'the state in the result of an Ansible task',
    'SETUP_FAILED 3',
    [
      '2026-01-01 10:00:01,100 p=3 u=ann |  PLAY [all] *****',
      '2026-01-01 10:00:02,100 p=3 u=ann |  ok: [web] => {"port": 80, "state": "stopped"}',
      '2026-01-01 10:00:03,100 p=3 u=ann |  fatal: [web]: FAILED! => {"msg": "Timeout when waiting for 10.0.0.4:443"}',
      '2026-01-01 10:00:04,100 p=3 u=ann |  web     : ok=1    changed=0    unreachable=0    failed=1',
    ],
  ],
  [
    'a JSON error as the last words of a command',
    'UNKNOWN 4',
    [
      'reading the orders',
      'package size 2792 bytes',
      '{',
      '  "Error": "the ledger did not take the entry"',
      '}',
    ],
  ],
  [
    'wrangler',
    'succeeded 2',
    ['Uploaded cart (5.83 sec)', 'Deployed cart triggers (0.58 sec)', '  https://cart.example'],
  ],
  [
    'make that leaves its folder',
    'succeeded 2',
    ['cc -o cart cart.c', "make: Leaving directory '/src/cart'"],
  ],
  [
    'an error in German after a success',
    'SETUP_FAILED 3',
    ['Deployment completed.', 'Von https://cart.example', "Schwerwiegend: 'pages' wird bereits verwendet"],
  ],
  [
    'a success of stack that only names its log',
    'UNKNOWN 2',
    [
      "'cabal copy' failed.  Error message:",
      '    Process exited with code: ExitFailure 1',
      '    Logs have been written to: /src/logs/cart.log',
    ],
  ],
  [
    'a lock that another process holds',
    'SETUP_FAILED 1',
    [
      'Exception in thread "main" java.lang.RuntimeException: Timeout of 120000 reached waiting for exclusive access to file: cart.zip',
      '\tat org.gradle.wrapper.Install.createDist(Install.java:48)',
    ],
  ],
  [
    'the count of flutter analyze in PowerShell',
    'TESTS_FAILED 1',
    ['flutter : 47 issues found. (ran in 1.9s)', 'At line:1 char:85'],
  ],
  [
    'the last of all steps',
    'succeeded 2',
    ['[1/2] Building C object cart.c.o', '[2/2] Linking C executable cart'],
  ],
  ['a status of 0', 'succeeded 2', ['writing the grid', 'host1 0: Run: Finishing cart::Sum with status = 0']],
  [
    'a level in brackets',
    'SETUP_FAILED 1',
    [
      '[error] (update) sbt.librarymanagement.ResolveException: Error downloading org.acme:core_2.13:1.0',
      '[error]   Not found',
      '[error] Total time: 3 s, completed Jan 1, 2026 10:00:00 AM',
    ],
  ],
  [
    'an agent that only asks',
    'AGENT_GAVE_UP 3',
    ['Claude is here.', '', 'What would you like me to work on?'],
  ],
  [
    'a program that gets no answer of its model',
    'LLM_ERROR 4',
    [
      'Auto-GPT starts',
      'Traceback (most recent call last):',
      '  File "chat.py", line 67, in create_chat_completion',
      'RuntimeError: Failed to get response after 5 retries',
    ],
  ],
  [
    'a compiler that draws a box',
    'BROKEN_BUILD 1',
    ['error: unknown variable: total', '   ┌─ cart.typ:12:2', '   │', '12 │ #total'],
  ],
  [
    'a compiler that names the place first',
    'BROKEN_BUILD 5',
    ['In src/cart.cr:12:9', '', ' 12 | total(cart)', '      ^----', "Error: undefined method 'total'"],
  ],
  ['a crash that zsh reports', 'WORKER_CRASHED 1', ['[1]    12345 segmentation fault (core dumped)  ./cart']],
  [
    'an error above the end of a script',
    'BROKEN_BUILD 3',
    [
      'Traceback (most recent call last):',
      '  File "job.py", line 12, in <module>',
      'ZeroDivisionError: division by zero',
      'Job finished',
    ],
  ],
  [
    'a missing command in a script that ended well',
    'succeeded 3',
    ['run 1', './cart.sh: line 250: one: command not found', 'Execução finalizada!'],
  ],
  [
    'a program that is not in the path',
    'SETUP_FAILED 1',
    ['[02b] FAIL: jsdoc2md not found in PATH', 'exit status 1'],
  ],
  [
    'a container that was not killed',
    'undetermined -',
    ['{', '  "State": {', '    "Status": "running",', '    "OOMKilled": false', '  }', '}'],
  ],
  [
    'a pod that did not start',
    'SANDBOX_ERROR 1',
    [
      'Error: Pod failed to come online with error: Error: Pod cart-workflow is unhealthy with phase status Failed',
    ],
  ],
  [
    'a verdict on suites after a label',
    'TESTS_FAILED 2',
    ['      Tests  62 passed (62)', '✗ test: one or more suites failed'],
  ],
  [
    'an account without credits',
    'USAGE_LIMIT 1',
    ['You are out of credits', 'To get started with the Claude API, purchase some credits.'],
  ],
  [
    'a build of Visual Studio in German',
    'succeeded 1',
    ['Der Buildvorgang wurde erfolgreich ausgeführt.', '', '    0 Fehler'],
  ],
  [
    'a build that finished with problems',
    'TESTS_FAILED 1',
    ['build finished with problems, 1 warning (with warnings treated as errors).'],
  ],
  [
    'files that are not formatted',
    'TESTS_FAILED 1',
    ['The following files are not formatted:', 'cart.go', 'exit status 1'],
  ],
] as const)('%s is read', async (_, said, lines) => {
  expect(await saidOf(lines)).toBe(said)
})

test.each([
  [
    'a line of CMake about its progress',
    2,
    [
      '-- Fonts not found, downloading...',
      'CMake Error at shop/CMakeLists.txt:7 (add_library):',
      '  Cannot find source file cart.c',
      'CMake Error at shop/CMakeLists.txt:9 (add_library):',
      '  No SOURCES given to target: shop',
      '-- Configuring incomplete, errors occurred!',
    ],
  ],
  [
    'the goal of Maven',
    2,
    [
      '[ERROR] COMPILATION ERROR : ',
      '[ERROR] /src/Cart.java:[54,17] cannot find symbol',
      '[INFO] 1 error',
      '[INFO] BUILD FAILURE',
      '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.14.1:compile (default-compile) on project cart: Compilation failure: Compilation failure:',
    ],
  ],
  [
    'the heading of Xcode',
    2,
    [
      'The following build commands failed:',
      '\tCompileSwiftSources normal arm64 com.apple.xcode.tools.swift.compiler',
      '(1 failure)',
    ],
  ],
  [
    'a package that depends on the broken one',
    3,
    [
      'cabal: Failed to build shop-1.2 because it depends on',
      'cart-1.0 which itself failed to build.',
      'Failed to build cart-1.0. The build process terminated with exit code 127',
    ],
  ],
] as const)('%s does not come first', async (_, line, lines) => {
  const { evidence } = await explain(bytesOf(`${lines.join('\n')}\n`), {})
  expect([line, line + 1]).toContain(evidence[0]?.line)
})
