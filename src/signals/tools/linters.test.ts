import { describe, expect, test } from 'vitest'
import { failuresIn, lastTold, toolOutput, toolSignals } from '../../../tests/tool-signals.ts'

describe('linters', () => {
  test.each([
    [
      'eslint/errors',
      'eslint',
      "1:7  error    'a' is assigned a value but never used",
      '/home/dev/project/lint/x.js',
      '/home/dev/project/lint/y.js',
    ],
    ['eslint/max-warnings', 'eslint', 'ESLint found too many warnings'],
    ['ruff/check', 'ruff', 'I001 [*] Import block is un-sorted', 'pkg/a.py'],
    ['ruff/format', 'ruff', '2 files would be reformatted'],
    ['ruff/syntax', 'ruff', 'invalid-syntax', 'bad.py'],
    ['flake8/errors', 'flake8', "F401 'os' imported but unused", 'pkg/a.py', 'pkg/b.py'],
    ['mypy/errors', 'mypy', 'Incompatible return value type', 'pkg/b.py'],
    ['pylint/errors', 'pylint', 'C0114: Missing module docstring', 'pkg/a.py'],
    ['pyright/errors', 'pyright', 'is not assignable to return type "int"', '/home/dev/project/pkg/b.py'],
    ['prettier/check', 'prettier', 'lint/x.js', 'lint/x.js', 'warn.js'],
    ['prettier/syntax', 'prettier', 'SyntaxError: Unexpected token', 'lint/y.js'],
    ['oxlint/errors', 'oxlint', 'eslint(no-unused-vars)', 'lint/x.js'],
    ['biome/check', 'biome', 'Using == may be unsafe', 'lint/x.js', 'lint/y.js'],
    ['shellcheck/errors', 'shellcheck', "SC1073 (error): Couldn't parse this then clause", 's.sh'],
    ['cargo/clippy', 'cargo', 'unused variable: `unused`', 'src/main.rs'],
    ['cargo/fmt', 'rustfmt', 'Diff in', '/home/dev/project/src/main.rs'],
  ])('%s: %s names the first problem', async (name, by, words, ...files) => {
    const [what, message, ...names] = await lastTold(await toolOutput(name), by)
    expect([what, names]).toEqual(['lint-failed', files])
    expect(message).toContain(words)
  })

  test('the summary gives the number of problems', async () => {
    const [signal] = await toolSignals(await toolOutput('eslint/errors'))
    expect(signal?.detail.failed).toBe(3)
  })

  test('a linter without a configuration is a runner error', async () => {
    expect((await lastTold(await toolOutput('eslint/no-config'), 'eslint'))[0]).toBe('runner-error')
  })

  test.each([
    ['lib/a.rb:3:1: C: Layout/Foo: bad\n\n3 files inspected, 1 offense detected', 'rubocop'],
    ['main.go:12:3: Error return value is not checked (errcheck)', 'golangci-lint'],
    ['trim trailing whitespace.................................................Failed', 'lint'],
    ['** (Mix) mix format failed due to --check-formatted.', 'lint'],
  ])('%j is a failed lint', async (output, by) => {
    expect((await lastTold(output, by))[0]).toBe('lint-failed')
  })

  test.each(['eslint/warnings-only', 'ruff/green', 'mypy/green', 'oxlint/green'])(
    '%s is nothing',
    async (name) => {
      expect(await failuresIn(await toolOutput(name))).toEqual([])
    },
  )

  test.each([
    '10 files inspected, no offenses detected',
    'Found 3 errors (3 fixed, 0 remaining).',
    '0 errors, 2 warnings, 0 informations',
    'check yaml...............Passed',
  ])('%j is no failed lint', async (output) => {
    expect(await failuresIn(output)).toEqual([])
  })
})
