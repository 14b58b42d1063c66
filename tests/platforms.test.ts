/** What Windows is told. A program that takes itself for one on Windows is all that can be had here. */
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshFolder, mayday } from './run-mayday.ts'

const PRETEND = "Object.defineProperty(process, 'platform', { value: 'win32' })\n"

test('supervision is refused with the way to WSL', async () => {
  await using folder = await freshFolder()
  const pretend = folder.file('windows.cjs')
  writeFileSync(pretend, PRETEND)
  const env = { NODE_OPTIONS: `--require ${pretend}` }
  for (const words of [['run', '--', 'true'], ['work'], ['ci', '--', 'true'], ['board']]) {
    const { code, stdout, stderr } = await mayday(words, { cwd: folder.path, env })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^mayday: mayday \w+ does not run on Windows itself\. Run it in WSL: /)
    expect(stderr).toContain('work here: explain, why, sessions, reasons, completions.')
  }
})

test('commands that only read an output are not refused', async () => {
  await using folder = await freshFolder()
  const pretend = folder.file('windows.cjs')
  writeFileSync(pretend, PRETEND)
  const env = { NODE_OPTIONS: `--require ${pretend}` }
  expect((await mayday(['reasons', 'TIMEOUT'], { env })).code).toBe(0)
  const home = { ...env, HOME: folder.path, XDG_CACHE_HOME: folder.path }
  expect((await mayday(['sessions', '--json'], { cwd: folder.path, env: home })).code).toBe(0)
  const { stdout } = await mayday(['explain', '-'], { env, input: '=== 1 failed in 0.31s ===\n' })
  expect(stdout).toContain('✗ TESTS_FAILED')
})
