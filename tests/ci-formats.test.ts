/** `mayday explain --format`, through the real command. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshFolder, mayday } from './run-mayday.ts'

const COMPILER = 'src/cart.ts(3,7): error TS2322: Type string is not assignable to type number.\n'
const PYTEST =
  'FAILED tests/test_login.py::test_expired - assert 401 == 200\n=== 1 failed, 2 passed in 0.31s ===\n'

const github = (folder: { path: string; file: (name: string) => string }): Record<string, string> => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_WORKSPACE: folder.path,
  GITHUB_OUTPUT: folder.file('output'),
  GITHUB_STEP_SUMMARY: folder.file('summary.md'),
})

test('an annotation names the file and line', async () => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('src'))
  writeFileSync(folder.file('src/cart.ts'), 'export {}\n')
  const { stdout } = await mayday(['explain', '--format', 'github', '--exit-code', '2', '-'], {
    input: COMPILER,
    cwd: folder.path,
    env: github(folder),
  })
  expect(stdout).toMatch(/^::error file=src\/cart\.ts,line=3,title=Mayday%3A ✗ BROKEN_BUILD::/)
})

test('a failing test names its file without a line', async () => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('tests'))
  writeFileSync(folder.file('tests/test_login.py'), '')
  const { stdout } = await mayday(['explain', '--format', 'github', '--exit-code', '1', '-'], {
    input: PYTEST,
    cwd: folder.path,
    env: github(folder),
  })
  expect(stdout).toMatch(/^::error file=tests\/test_login\.py,title=/)
})

const located = (line: number): string =>
  `E  assert 401 == 200\n\ntests/test_login.py:${line}: AssertionError\n`
const RUSTC = (line: number): string => `error[E0308]: mismatched types\n --> src/main.rs:${line}:5\n  |\n`

test.each([
  ['the only one around it', `${located(12)}${PYTEST}`, 'tests/test_login.py', ',line=12'],
  ['none of several', `${located(12)}${located(40)}${PYTEST}`, 'tests/test_login.py', ''],
  ['the one below it', `${RUSTC(2)}${RUSTC(9)}error: could not compile \`x\`\n`, 'src/main.rs', ',line=2'],
])('an annotation takes the line near the evidence: %s', async (_, log, file, line) => {
  await using folder = await freshFolder()
  for (const name of ['src', 'tests']) mkdirSync(folder.file(name))
  writeFileSync(folder.file(file), '')
  writeFileSync(folder.file('run.log'), log)
  const { stdout } = await mayday(['explain', '--format', 'github', '--exit-code', '1', 'run.log'], {
    cwd: folder.path,
    env: github(folder),
  })
  expect(stdout.slice(0, stdout.indexOf(',title'))).toBe(`::error file=${file}${line}`)
})

test('a file outside the workspace gets no annotation', async () => {
  await using folder = await freshFolder()
  await using other = await freshFolder()
  mkdirSync(folder.file('src'))
  writeFileSync(other.file('cart.ts'), '')
  symlinkSync(other.file('cart.ts'), folder.file('src/cart.ts'))
  const { stdout } = await mayday(['explain', '--format', 'github', '--exit-code', '2', '-'], {
    input: `${other.file('cart.ts')}(3,7): error TS2322: no.\n${COMPILER}`,
    cwd: folder.path,
    env: github(folder),
  })
  expect(stdout).toMatch(/^::error title=Mayday/)
})

test('outputs and a summary go to the files of the runner', async () => {
  await using folder = await freshFolder()
  writeFileSync(folder.file('output'), 'other=1\n')
  const { code } = await mayday(['explain', '--format', 'github', '--exit-code', '1', '-'], {
    input: PYTEST,
    cwd: folder.path,
    env: github(folder),
  })
  expect(code).toBe(0)
  expect(readFileSync(folder.file('output'), 'utf8')).toBe(
    'other=1\nverdict=failed\nreason=TESTS_FAILED\nclass=work\nretryable=false\nreset-at=\nplan=retry\nconfidence=high\n',
  )
  expect(readFileSync(folder.file('summary.md'), 'utf8')).toMatchInlineSnapshot(`
    "## ✗ TESTS\\_FAILED

    The code runs, but its tests or checks fail.

    **What to do:** retry: try a different way, 3 attempts in all, then ask a person. An identical run would fail again.

    ### Evidence

    stdin:2

    \`\`\`text
    FAILED tests/test_login.py::test_expired - assert 401 == 200
    === 1 failed, 2 passed in 0.31s ===
    \`\`\`

    ### Failing

    - tests/test\\_login.py::test\\_expired

    | | |
    |--|--|
    | Stage | final\\_test |
    | Ending | exit code 1 |
    | Confidence | high |
    "
  `)
})

test('several formats go to several files', async () => {
  await using folder = await freshFolder()
  const formats = ['junit=out/r.xml', 'gitlab=out/q.json', 'json=out/e.json', 'dotenv=out/e.env', 'text']
  const { code, stdout } = await mayday(
    ['explain', ...formats.flatMap((one) => ['--format', one]), '--exit-code', '1', '-'],
    { input: PYTEST, cwd: folder.path },
  )
  expect([code, stdout.split('\n')[0]]).toEqual([0, '✗ TESTS_FAILED'])
  const read = (name: string): string => readFileSync(folder.file(`out/${name}`), 'utf8')
  expect(read('r.xml')).toContain(
    '<testcase classname="agent" name="standard input">\n      <failure type="TESTS_FAILED"',
  )
  expect(JSON.parse(read('q.json'))).toMatchObject([{ check_name: 'TESTS_FAILED', severity: 'critical' }])
  expect(JSON.parse(read('e.json'))).toMatchObject({ format: 'mayday.explain/2', reason: 'TESTS_FAILED' })
  expect(read('e.env')).toContain('MAYDAY_REASON=TESTS_FAILED\n')
})

test('an open verdict is skipped in JUnit', async () => {
  const { stdout } = await mayday(['explain', '--format', 'junit', '-'], { input: 'hello\n' })
  expect(stdout).toContain('failures="0" errors="0" skipped="1"')
  expect(stdout).toContain('<skipped message="Nothing in this output proves')
})

test('formats of programs do not share standard output', async () => {
  const { code, stderr } = await mayday(['explain', '--format', 'text', '--format', 'junit', '-'], {
    input: '',
  })
  expect([code, stderr]).toEqual([
    2,
    'mayday: Only text and github share standard output. Give junit a file: --format junit=FILE. See: mayday explain --help\n',
  ])
  expect((await mayday(['explain', '--format', 'sarif', '-'], { input: '' })).stderr).toContain(
    "--format needs one of text, json, github, markdown, junit, gitlab, dotenv, with =FILE to write it there, not 'sarif'.",
  )
})
