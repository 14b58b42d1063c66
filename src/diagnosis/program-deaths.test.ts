import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'

const verdictOn = async (...lines: readonly string[]): Promise<string> => {
  const { verdict, reason, rule } = await explain(bytesOf(`${lines.join('\n')}\n`), {})
  return `${verdict} ${reason} ${rule}`
}

const WORK = ['reading the orders', 'page 1 of 9', 'page 2 of 9']

test.each([
  ['Traceback (most recent call last):', '  File "job.py", line 3, in <module>', 'ValueError: no rows'],
  ['javafx.fxml.LoadException:', '/shop/cart.fxml:38', '', '\tat shop.Main.start(Main.java:3)'],
  ['ERROR: LoadError: no rows'],
  ['Error: no rows', '    at read (/shop/job.js:3:7)', '', 'Node.js v24.1.0'],
])('the code of a program that ends with %j is broken', async (...lines) => {
  expect(await verdictOn(...WORK, ...lines)).toMatch(
    /^failed BROKEN_BUILD (?:program\.died|last\.any-exception)$/,
  )
})

test.each([
  ['F0101 12:00:00.123456  4242 store.cc:12] Check failed: size > 0'],
  ['time="2026-01-01T10:00:00Z" level=fatal msg="no rows"'],
  [
    'Traceback (most recent call last):',
    "\t1: from job.rb:3:in `<main>'",
    "/usr/lib/ruby/gems/erb.rb:6:in `===': no rows (StackError)",
  ],
])('nothing is known of a program that ends with %j', async (...lines) => {
  expect(await verdictOn(...WORK, ...lines)).toBe('failed UNKNOWN unknown')
})

test.each([
  ["KeyError: 'ACME_API_TOKEN'", 'SETUP_FAILED trouble.environment'],
  ['RuntimeError: No CUDA GPUs are available', 'SETUP_FAILED trouble.device'],
  ["FileNotFoundError: [Errno 2] No such file or directory: 'a.csv'", 'SETUP_FAILED trouble.missing'],
  ['torch.OutOfMemoryError: CUDA out of memory.', 'OUT_OF_MEMORY tool.out-of-memory'],
])('the error %j wins over the crash', async (error, verdict) => {
  const trace = ['Traceback (most recent call last):', '  File "job.py", line 3, in <module>']
  expect(await verdictOn(...WORK, ...trace, error)).toBe(`failed ${verdict}`)
})

test('an error above a usage text is no crash', async () => {
  const usage = ['Usage:', '  shop verify [flags]', '', 'exit status 1']
  expect(await verdictOn(...WORK, 'Error: drift detected', ...usage)).toBe('failed UNKNOWN unknown')
})

test('an out-of-memory error that the program survived does not count', async () => {
  const error = '2026-01-01 10:00:00 - ERROR - page 3 failed: CUDA out of memory. Tried to allocate 2 GiB'
  const rest = Array.from({ length: 200 }, (_, page) => `page ${page} of 200`)
  expect(await verdictOn(error, ...rest, 'Optimization complete: 200 pages')).toMatch(/^succeeded /)
})

test('an error that the program survived does not count', async () => {
  const trace = ['Traceback (most recent call last):', '  File "job.py", line 3', 'ValueError: no rows']
  const rest = Array.from({ length: 30 }, (_, page) => `page ${page} of 30`)
  expect(await verdictOn(...trace, ...rest, 'Optimization complete: 30 pages')).toBe(
    'succeeded null success.program-done',
  )
})

test('a job that its scheduler stopped ran out of time', async () => {
  const line = 'slurmstepd: error: *** JOB 38 ON n23 CANCELLED AT 2026-01-19T16:30:21 DUE TO TIME LIMIT ***'
  expect(await verdictOn(...WORK, line)).toMatch(/^failed TIMEOUT /)
})
