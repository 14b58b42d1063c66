import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Two failures without a failing test: a file that cannot be loaded, and an error outside of any test. */
const files = {
  'tests.test.ts': `
    import { expect, test } from 'vitest'
    test('one', () => {})
    test('two', () => expect(1).toBe(2))
    test.skip('three', () => {})`,
  'unloadable.test.ts': "import './nowhere.ts'",
  'late.test.ts': `
    import { test } from 'vitest'
    test('four', () => { void Promise.reject(new Error('late')) })`,
}

/** `before`: the counts of an earlier run. */
function runTests(before: string | null): {
  readonly lines: readonly string[]
  readonly status: number | null
} {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-count-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const counts = join(folder, 'counts')
  if (before !== null) writeFileSync(counts, before)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', `--reporter=${join(root, 'tests/count-reporter.ts')}`]
  const { stdout, status } = spawnSync(process.execPath, [vitest, 'run', '--root', folder, ...reporters], {
    encoding: 'utf8',
    env: { ...process.env, COUNTS_FILE: before === null ? '' : counts },
  })
  rmSync(folder, { recursive: true })
  return { lines: stdout.split('\n'), status }
}

test('the last line counts every kind of failure', () => {
  const { lines, status } = runTests(null)
  expect(lines.slice(-2)).toEqual(['2 passed, 3 failed, 1 skipped', ''])
  expect(status).toBe(1)
})

test('the counts of an earlier run are added', () => {
  const { lines } = runTests('{"passed":10,"failed":1,"skipped":0}')
  expect(lines.slice(-2)).toEqual(['12 passed, 4 failed, 1 skipped', ''])
})
