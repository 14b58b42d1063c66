import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'
import { saidOf } from '../../tests/said-of.ts'

const many = (line: string, times: number): readonly string[] =>
  Array.from({ length: times }, (_, at) => `${line} ${at}`)

test.each([
  [
    'a traceback whose exception has no Error in its name',
    'BROKEN_BUILD 5',
    [
      'reading the carts',
      'Traceback (most recent call last):',
      '  File "shop.py", line 9, in <module>',
      '    carts = load(open("carts.bin", "wb"))',
      'shop.store.UnsupportedCart: read',
      '',
      'real\t0m6.353s',
    ],
  ],
  [
    'a traceback of a notebook',
    'BROKEN_BUILD 10',
    [
      '---------------------------------------------------------------------------',
      'TypeError                                 Traceback (most recent call last)',
      '<ipython-input-16-d36> in <module>',
      '----> 1 sum_up()',
      '',
      '/srv/shop/cart.py in sum_up(prices)',
      '     39     for price in prices:',
      '---> 40         total += price',
      '',
      "TypeError: unsupported operand type(s) for +=: 'int' and 'str'",
    ],
  ],
  [
    'a traceback of a notebook that was cut before its last line',
    'BROKEN_BUILD 3',
    [
      'Epoch 1/10',
      '---------------------------------------------------------------------------',
      'TypeError                                 Traceback (most recent call last)',
      '<ipython-input-16-d36> in <module>',
      '----> 1 sum_up()',
      '',
      ...many(
        '/srv/shop/cart.py in sum_up(prices)\n     39     for price in prices:\n---> 40         total +=',
        9,
      ),
    ],
  ],
  [
    'a program that died in a build that succeeded',
    'SETUP_FAILED 7',
    [
      '[INFO] Scanning for projects...',
      '[INFO] --- compiler:3.13.0:compile (default-compile) @ shop ---',
      '[INFO] --- spring-boot:3.4.5:run (default-cli) @ shop ---',
      '2026-05-19T10:26:33 ERROR 12 --- [shop] o.s.boot.SpringApplication : Application run failed',
      'org.acme.JDBCException: Communications link failure',
      'at org.acme.Pool.open(Pool.java:14) ~[acme-9.jar:9]',
      'Caused by: java.net.ConnectException: Connection refused: getsockopt',
      'at java.base/sun.nio.ch.Net.pollConnect(Native Method) ~[na:na]',
      '... 59 common frames omitted',
      '',
      '[INFO] ------------------------------------------------------------------------',
      '[INFO] BUILD SUCCESS',
      '[INFO] ------------------------------------------------------------------------',
      '[INFO] Total time: 6.300 s',
    ],
  ],
  [
    'a program that died below a task of Gradle that succeeded',
    'SETUP_FAILED 6',
    [
      '> Task :compileJava UP-TO-DATE',
      '> Task :bootRun',
      '2026-05-19T10:26:33 ERROR 12 --- [shop] o.s.boot.SpringApplication : Application run failed',
      'org.acme.JDBCException: Communications link failure',
      '\tat org.acme.Pool.open(Pool.java:14) ~[acme-9.jar:9]',
      'Caused by: java.net.ConnectException: Connection refused: getsockopt',
      '\tat java.base/sun.nio.ch.Net.pollConnect(Native Method) ~[na:na]',
      '',
      'BUILD SUCCESSFUL in 12s',
      '3 actionable tasks: 1 executed, 2 up-to-date',
    ],
  ],
  [
    'a build that ran a program without an error',
    'succeeded 4',
    [
      '[INFO] Scanning for projects...',
      '[INFO] --- exec:3.1.0:java (default-cli) @ shop ---',
      'total 12.50',
      '[INFO] BUILD SUCCESS',
    ],
  ],
  [
    'a harness that wrote its file after the last error',
    'SETUP_FAILED 3',
    [
      'Looking for the repository',
      'INFO:shop:attempt 1',
      'ERROR:root:Failed to setup the repository at /srv/carts',
      'Writing to /srv/out/cart-1.json',
      'Successfully wrote to /srv/out/cart-1.json',
      'No successful attempts with edited files',
      'WARNING:shop:No successful attempts with edited files',
    ],
  ],
  [
    'the marks of a program in C',
    'SETUP_FAILED 3',
    [
      '[2026-06-05 21:36:51.963149] Starting the cart server',
      '[2026-06-05 21:36:51.968099] init.c: 861:cart_env_init: *ERROR*: Failed to initialize the pool',
      '[2026-06-05 21:36:51.968110] app.c: 562:app_setup: *ERROR*: Unable to initialize the cart device',
    ],
  ],
  [
    'an optional include of make',
    'undetermined -',
    [
      "make[1]: Entering directory '/src/cart'",
      '../rules.mak:41: Depend: No such file or directory',
      'gcc -c cart.c',
      '> Depend',
      "make[1]: Leaving directory '/src/cart'",
    ],
  ],
  [
    'an include of make that it cannot make',
    'BROKEN_BUILD 2',
    ['Makefile:41: Depend: No such file or directory', "make: *** No rule to make target 'Depend'.  Stop."],
  ],
  [
    'a script that died long after a linter',
    'SETUP_FAILED 25',
    [
      'warning • Unused import • lib/cart.dart:2:8 • unused_import',
      '',
      '118 issues found. (ran in 7.3s)',
      ...many('writing part', 20),
      'preparing the upload',
      './tools/upload.sh: line 92: CART_ID: unbound variable',
      'exited with status code 1',
    ],
  ],
  [
    'an exception of WebAssembly below a level',
    'BROKEN_BUILD 2',
    [
      'policyDir: /tmp/cart',
      'ERROR:  RuntimeError: memory access out of bounds',
      '    at cart_sum (wasm://wasm/0010e3e2:0:9477)',
      '    at main (/srv/shop/cart.js:57:40)',
      'make: *** [Makefile:21: test_cart] Error 1',
    ],
  ],
  [
    'a compiler that setuptools ran on the project itself',
    'BROKEN_BUILD 2',
    [
      'running build_ext',
      'src/cart.h:78:9: error: declaration changes meaning of Cart',
      "error: command '/usr/bin/g++' failed with exit code 1",
    ],
  ],
  [
    'a header that the machine lacks, below setuptools',
    'SETUP_FAILED 2',
    [
      'running build_ext',
      'src/cart.c:3:10: fatal error: acme.h: No such file or directory',
      "error: command '/usr/bin/gcc' failed with exit code 1",
    ],
  ],
  [
    'the event of a development server',
    'BROKEN_BUILD 3',
    [
      '{"_e":"server:start","_t":1781243254830,"mode":"development"}',
      '{"_e":"bundling:started","_t":1781243307359,"id":"1"}',
      '{"_e":"bundling:failed","_t":1781243309009,"id":"1","message":"Unable to resolve \\"../../App\\" from \\"src/cart.js\\""}',
    ],
  ],
  [
    'a library that a program used in a wrong way',
    'BROKEN_BUILD 1',
    [
      'acme.orm.exceptions.AcmeUserException: Table "CART" has a key with column "PRICE" but this column is not found in the table. Please check your <key>.',
      '\tat acme.orm.Table.apply(Table.java:224)',
      '\tat shop.Main.main(Main.java:24)',
    ],
  ],
  [
    'a banner at the end',
    'succeeded 3',
    ['cart: 1 file', '', '=== ANALYSIS COMPLETE ===', 'Report by acme v1'],
  ],
  [
    'an end with a remark after a comma',
    'succeeded 2',
    [
      '2026-01-01 10:00:00,000 - INFO - asking',
      '2026-01-01 10:00:01,000 - INFO - Cart process completed, list written to cart.md',
    ],
  ],
  [
    'a viewed run whose marks a console of two bytes a character garbled',
    'succeeded 5',
    [
      "build\tSet up job\t\u9518?026-05-09T22:11:18.0667299Z Current runner version: '2.334.0'",
      'build\tMake\t\u9518?026-05-09T22:11:49.1045124Z ##[group]Run make',
      'build\tMake\t2026-05-09T22:11:49.1045124Z ##[endgroup]',
      'build\tMake\t2026-05-09T22:11:50.1045124Z cc -o cart cart.c',
      'build\tComplete job\t\u9518?026-05-09T22:14:26.7529323Z Cleaning up orphan processes',
    ],
  ],
  [
    'a clone that failed before an exception that says nothing',
    'GIT_CLONE_FAILED 2',
    [
      "Cloning into 'carts'...",
      "fatal: could not read Username for 'https://git.example.org': No such device or address",
      'BUILD FAILED',
      'shop.remote.ProxyException: shop.build.HookException: Hook build execution failed!!',
      '\tat shop.build.Hook.run(Hook.java:108)',
      '\tat shop.build.Main.main(Main.java:9)',
    ],
  ],
  [
    'a crash by the words of the program',
    'WORKER_CRASHED 2',
    [
      'tests/test_cart.py::test_sum PASSED [ 96%]',
      'Fatal Python error: Aborted',
      '',
      'Current thread 0x00007f15f7784b80 (most recent call first):',
      '  File "/srv/shop/cart.py", line 115 in test_sum',
      '/tmp/step.sh: line 1:  6680 Aborted                 (core dumped) pytest -v',
    ],
  ],
])('explains %s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

test('shows no line of a request that worked as trouble', async () => {
  const line =
    '2026-01-01 07:26:29,890 - INFO - HTTP Request: POST https://example.org/v1/chat "HTTP/1.1 200 OK"'
  const { verdict, evidence } = await explain(bytesOf(`${line}\nreading the next cart\n`), {})
  expect([verdict, evidence]).toEqual(['undetermined', []])
})

test('an error of a server is explained by what it keeps to itself', async () => {
  const kept = {
    statement: 'insert into carts',
    error: { message: 'insert on table "carts" violates foreign key constraint "fk"' },
  }
  const { reason, evidence } = await explain(
    bytesOf(`${JSON.stringify({ internal: kept, path: '$', error: 'database query error' })}\n`),
    {},
  )
  expect(reason).toBe('SETUP_FAILED')
  expect(evidence[0]?.excerpt).toContain('violates foreign key constraint')
})
