import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { freshFolder, mayday } from './run-mayday.ts'

const failing =
  'collected 3 items\n\nFAILED tests/test_login.py::test_expired - assert 401 == 200\n=== 1 failed, 2 passed in 0.31s ===\n'

const parse = (text: string): Record<string, unknown> => JSON.parse(text)

test('a failing test log is explained with its line', async () => {
  await using folder = await freshFolder()
  await writeFile(folder.file('run.log'), failing)
  const { code, stdout, stderr } = await mayday(['explain', 'run.log', '--exit-code', '1'], {
    cwd: folder.path,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('✗ TESTS_FAILED')
  expect(stdout).toContain('run.log:4')
  expect(stdout).toContain('tests/test_login.py::test_expired')
  expect(stdout).toContain('docs/reasons/TESTS_FAILED.md')
  expect(stdout).not.toContain('\u001B')
})

test('standard input is explained the same way', async () => {
  const { code, stdout } = await mayday(['explain', '--json', '--exit-code', '1', '-'], { input: failing })
  expect(code).toBe(0)
  expect(parse(stdout)).toMatchObject({
    format: 'mayday.explain/2',
    reason: 'TESTS_FAILED',
    class: 'work',
    stage: 'final_test',
  })
})

test('a success is null and passes the check', async () => {
  const input = '=== 3 passed in 0.31s ===\n'
  const { code, stdout } = await mayday(['explain', '--json', '--check', '--exit-code', '0', '-'], { input })
  expect(code).toBe(0)
  expect(parse(stdout)).toMatchObject({ reason: null, class: null, plan: null, dialects: null })
})

test('a failure fails the check with one', async () => {
  const { code } = await mayday(['explain', '--check', '--stage', 'setup', '--exit-code', '124', '-'], {
    input: '',
  })
  expect(code).toBe(1)
})

test('an output without proof is undetermined', async () => {
  const input = 'API error (529 overloaded). Retrying in 4s (attempt 2/10)\nThe null check is in place.\n'
  const { code, stdout } = await mayday(['explain', '--check', '-'], { input })
  expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 4, first: '? undetermined' })
  expect(stdout).toContain('--exit-code')
  const json = parse((await mayday(['explain', '--json', '-'], { input })).stdout)
  expect(json).toMatchObject({ verdict: 'undetermined', reason: 'UNKNOWN', plan: null, class: 'unknown' })
})

test('an empty output proves nothing', async () => {
  const { code } = await mayday(['explain', '--check', '-'], { input: '' })
  expect(code).toBe(4)
})

test('an exit code settles an undetermined output', async () => {
  const json = async (exitCode: string): Promise<unknown> =>
    parse(
      (await mayday(['explain', '--json', '--exit-code', exitCode, '-'], { input: 'Done so far.\n' })).stdout,
    )
  expect(await json('0')).toMatchObject({ verdict: 'succeeded', reason: null })
  expect(await json('1')).toMatchObject({ verdict: 'failed', reason: 'UNKNOWN' })
})

test('a missing file is a clear error', async () => {
  await using folder = await freshFolder()
  const { code, stderr } = await mayday(['explain', 'nothing.log'], { cwd: folder.path })
  expect(code).toBe(2)
  expect(stderr).toBe(
    'mayday: There is no file nothing.log. Name a log or transcript, or pipe one in: … | mayday explain -\n',
  )
})

test('a folder without a run is refused', async () => {
  await using folder = await freshFolder()
  await mkdir(folder.file('empty'))
  const { code, stderr } = await mayday(['explain', 'empty'], { cwd: folder.path })
  expect(code).toBe(2)
  expect(stderr).toContain('is a folder without a run in it')
})

test.skipIf(process.getuid?.() === 0)('an unreadable file is refused', async () => {
  await using folder = await freshFolder()
  await writeFile(folder.file('secret.log'), 'x')
  await chmod(folder.file('secret.log'), 0)
  const { code, stderr } = await mayday(['explain', 'secret.log'], { cwd: folder.path })
  expect(code).toBe(2)
  expect(stderr).toContain('permission denied')
})

test.each([
  [['explain'], 'explain needs one file'],
  [['explain', 'a', 'b'], 'explain needs one file'],
  [['explain', '--stage', 'cooking', 'a'], "final_test, not 'cooking'. See: mayday explain --help"],
  [
    ['explain', '--exit-code', 'abc', 'a'],
    "--exit-code needs a number from 0 to 255 (or a negative signal number), not 'abc'",
  ],
  [['explain', '--exit-code', '999', 'a'], "not '999'"],
  [
    ['explain', '--signal', 'SIGNOPE', 'a'],
    "--signal needs the name of a signal like SIGKILL or TERM, not 'SIGNOPE'",
  ],
  [['explain', '--agent', 'claud', 'a'], "not 'claud'. Did you mean claude? See: mayday explain --help"],
  [['explain', '--colour', 'a'], "Unknown option '--colour'. See: mayday explain --help"],
  [['expain', 'a'], "Unknown command 'expain'"],
  [
    ['reasons', '--dialect', 'klingon'],
    "--dialect needs one of gza, recovery, bench, supervisor, not 'klingon'",
  ],
  [['reasons', 'NOPE'], "Unknown reason 'NOPE'"],
])('%j is a clear error', async (args, sentence) => {
  const { code, stdout, stderr } = await mayday(args)
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('gzip is read, and broken gzip is reported', async () => {
  await using folder = await freshFolder()
  const zipped = gzipSync(failing)
  await writeFile(folder.file('run.log.gz'), zipped)
  await writeFile(folder.file('cut.log.gz'), zipped.subarray(0, 30))
  const whole = await mayday(['explain', '--json', folder.file('run.log.gz')])
  expect(parse(whole.stdout)).toMatchObject({ reason: 'TESTS_FAILED' })
  const cut = await mayday(['explain', folder.file('cut.log.gz')])
  expect(cut.code).toBe(2)
  expect(cut.stderr).toContain('begins like gzip but cannot be unpacked')
})

test('a negative exit code is a signal', async () => {
  const { stdout } = await mayday(['explain', '--json', '--stage', 'final_test', '--exit-code', '-2', '-'], {
    input: '',
  })
  expect(parse(stdout)).toMatchObject({ reason: 'INTERRUPTED', ending: { kind: 'signal', signal: 'SIGINT' } })
})

test('help has an example for every command', async () => {
  const { code, stdout } = await mayday(['explain', '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('mayday explain run.log')
  expect((await mayday(['--help'])).stdout).toContain('reasons')
  expect((await mayday([])).code).toBe(2)
})

test('reasons prints the table in any dialect', async () => {
  const { stdout } = await mayday(['reasons', '--dialect', 'bench', '--json'])
  const { reasons } = parse(stdout) as { reasons: { reason: string; word: string; wordPrecedence: number }[] }
  expect(reasons).toHaveLength(32)
  expect(reasons.find((row) => row.reason === 'USAGE_LIMIT')).toMatchObject({
    word: 'LLM_ERROR',
    wordPrecedence: 7,
  })
  expect((await mayday(['reasons'])).stdout.trim().split('\n')).toHaveLength(33)
  expect((await mayday(['reasons', 'usage_limit'])).stdout).toContain('Next: wait')
})

test('a secret in the log never leaves it', async () => {
  const key = `sk-ant-${'a1B2'.repeat(10)}`
  const { stdout } = await mayday(['explain', '--exit-code', '1', '-'], {
    input: `Error: Invalid API key provided: ${key}\n`,
  })
  expect(stdout).toContain('AUTH_FAILED')
  expect(stdout).not.toContain(key)
})
