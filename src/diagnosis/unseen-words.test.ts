import { expect, test } from 'vitest'
import { saidOf } from '../../tests/said-of.ts'

test.each([
  [
    'an error of curl',
    'SETUP_FAILED 2',
    ['Loading the prices', '    curl: (22) The requested URL returned error: 404'],
  ],
  [
    'a message of the system',
    'SETUP_FAILED 1',
    ['ssh: connect to host shop1 port 22: No route to host', 'scp: Connection closed'],
  ],
  [
    'a level above the error',
    'SETUP_FAILED 1',
    [
      'nginx: [emerg] unknown directive "cart" in /etc/shop.conf:4',
      'nginx: configuration file /etc/shop.conf test failed',
    ],
  ],
  [
    'a level of HAProxy',
    'SETUP_FAILED 1',
    ["[ALERT] (8) : config : unknown keyword 'cart' in 'backend' section"],
  ],
  [
    'too few places for a job',
    'SETUP_FAILED 1',
    ['There are not enough slots available in the system to run 8 carts'],
  ],
  [
    'a rejected job',
    'SETUP_FAILED 1',
    ['sbatch: error: Batch job submission failed: Invalid account or account combination'],
  ],
  [
    'a job that Slurm reports as timed out',
    'TIMEOUT 2',
    ['Job ID: 12', 'State: TIMEOUT (exit code 0)', 'Nodes: 1'],
  ],
  [
    'a program that lacks an argument',
    'LAUNCH_REJECTED 2',
    ['usage: shop.py [-h] --cart CART', 'shop.py: error: the following arguments are required: --cart'],
  ],
  [
    'a short complaint as its own proof',
    'SETUP_FAILED 1',
    ['pdfcart not found. Please select another --engine or install pdfcart'],
  ],
  [
    'a proof that does not hold',
    'TESTS_FAILED 1',
    ['cart.dfy(12,4): Error: a postcondition could not be proved on this return path'],
  ],
  [
    'a result outside of its tolerance',
    'TESTS_FAILED 1',
    ['Error: drift 2.4 in step 800 exceeds tolerance 0.1', 'cart was not accepted'],
  ],
  ['a price that differs', 'TESTS_FAILED 1', ['Error: price of the cart differs: want 30.00, have 29.99']],
  ['a step that failed because of an error', 'BROKEN_BUILD 1', ['Build of cart aborted due to an error.']],
  [
    'a state of Salt',
    'SETUP_FAILED 5',
    ['Summary for shop1', '------------', 'Succeeded: 3', 'Failed:    1', 'Total states run:     4'],
  ],
  [
    'an action of Chef',
    'SETUP_FAILED 2',
    [
      "Error executing action `start` on resource 'service[cart]'",
      'Chef Infra Client failed. 3 resources updated',
    ],
  ],
  [
    'a signature that is wrong',
    'SETUP_FAILED 2',
    ['gpg: Signature made today', 'gpg: BAD signature from "Shop"'],
  ],
  [
    'a macro of Clojure',
    'BROKEN_BUILD 1',
    ['Syntax error compiling at (shop/cart.clj:12:3).', 'Tests failed.'],
  ],
  ['a command of Tcl', 'BROKEN_BUILD 1', ['invalid command name "cart"', '    while executing', '"cart 1"']],
  ['a script of awk', 'BROKEN_BUILD 1', ['awk: line 2: missing } near end of file']],
  [
    'a shell command that is cut off',
    'BROKEN_BUILD 1',
    ['bash: -c: line 2: syntax error: unexpected end of file'],
  ],
  [
    'a title of fastlane',
    'SETUP_FAILED 2',
    ['shop finished with errors', '[!] Authentication credentials are missing or invalid.'],
  ],
  [
    'a download during a build',
    'SETUP_FAILED 1',
    ['2026-01-01 10:00:00 ERROR 404: Not Found.', 'make: *** [Makefile:3: cart] Error 1'],
  ],
  [
    'a code of a reply is no count of failures',
    'UNKNOWN 1',
    ['mirror: Access failed: 550 Failed to change directory.'],
  ],
])('%s is explained', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

test.each([
  ['a copy', ['sending incremental file list', 'total size is 40,000  speedup is 30.12']],
  ['nothing to release', ['Analyzing 3 commits', 'There are no changes, so no new version is released.']],
  [
    'a server that came up at last',
    ['psql: error: connection to server failed: Connection refused', 'the database is up', 'Seed finished.'],
  ],
  [
    'a warning of the documentation',
    ["WARNING: autocart: failed to import module 'shop'", 'build succeeded, 1 warning.'],
  ],
  [
    'a warning with a short date',
    [
      '26/01/01 10:00:00 WARN Cart: Lost task: java.io.IOException: Connection reset by peer',
      '26/01/01 10:00:09 INFO Cart: Successfully stopped',
    ],
  ],
  [
    'a summary of Automake',
    [
      'PASS: errors',
      '# TOTAL: 2',
      '# PASS:  2',
      '# SKIP:  0',
      '# XFAIL: 0',
      '# FAIL:  0',
      '# XPASS: 0',
      '# ERROR: 0',
    ],
  ],
])('%s is a success', async (_, lines) => {
  expect(await saidOf(lines)).toMatch(/^succeeded/)
})

test.each([
  [
    'a deployment that was rolled back',
    [
      'smoke check of the cart did not succeed, rolling back',
      'rollback complete',
      'deployment finished in 40s',
    ],
  ],
  ['a row that is all right', ['fail: price < 500', 'ok: codes > 800']],
])('%s is no success', async (_, lines) => {
  expect(await saidOf(lines)).not.toMatch(/^succeeded/)
})

test('a warning in the style of a scanner is no error of a bundler', async () => {
  expect(await saidOf(['[!] WARNING: Some carts look useless.', '[+] All carts are here.'])).toMatch(
    /^undetermined/,
  )
})
