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
] as const)('explains %s', async (_, said, lines) => {
  expect(await saidOf(lines)).toBe(said)
})
