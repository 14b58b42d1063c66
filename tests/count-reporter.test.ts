import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Two failures that no failing test accounts for: a file that cannot load, an error outside of any test. */
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

test('the last line counts every kind of failure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-count-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', `--reporter=${join(root, 'tests/count-reporter.ts')}`]
  const run = spawnSync(process.execPath, [vitest, 'run', '--root', folder, ...reporters], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(run.stdout.split('\n').slice(-2)).toEqual(['2 passed, 3 failed, 1 skipped', ''])
  expect(run.status).toBe(1)
})
