import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freshFolder } from './run-mayday.ts'

const bin = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

/** Only a shell can enter a folder whose name Node cannot represent. */
const inside = (folder: string, before: string, ...args: readonly string[]): SpawnSyncReturns<string> =>
  spawnSync('sh', ['-c', `${before}; exec "$@"`, 'sh', process.execPath, bin, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: '/nonexistent' },
  })

const namesIn = (folder: string): readonly string[] =>
  readdirSync(folder, 'latin1').filter((name) => !name.startsWith('.cache'))

/** APFS does not allow such names. */
const hasSuchNames = process.platform === 'linux'

test.skipIf(!hasSuchNames)('a folder whose name is no UTF-8 is refused', async () => {
  await using folder = await freshFolder()
  execFileSync('sh', ['-c', String.raw`mkdir "$(printf 'caf\351')"`], { cwd: folder.path })
  const { status, stderr } = inside(folder.path, 'cd caf*', 'run', '--', 'touch', 'made')
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr:
      'mayday: The name of the working directory is not valid UTF-8, so nothing can be done in it. Rename it first.\n',
  })
  expect(namesIn(folder.path)).toEqual(['caf\u00E9'])
})

test('a project whose name is no UTF-8 is refused', async () => {
  await using folder = await freshFolder()
  const named = String.raw`MAYDAY_DIR="$(pwd)/$(printf 'caf\351')"; export MAYDAY_DIR`
  const { status, stderr } = inside(folder.path, named, 'add', 'Do it', '--', 'true')
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('MAYDAY_DIR') })
  expect(namesIn(folder.path)).toEqual([])
})

test('a folder with letters of all kinds works', async () => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('café \uFFFD 日本'))
  const { status } = inside(folder.path, 'cd caf*', 'run', '--', 'touch', 'made')
  expect(status).toBe(0)
  expect(readdirSync(folder.file('café \uFFFD 日本'))).toContain('made')
})

test.each([['run', '--', 'true'], ['add', 'Do it', '--', 'true'], ['history']])(
  'a deleted working directory is reported: %s',
  async (...args) => {
    await using folder = await freshFolder()
    mkdirSync(folder.file('gone'))
    const { status, stderr } = inside(folder.path, `cd gone && rmdir ${folder.file('gone')}`, ...args)
    expect(status).toBe(2)
    expect(stderr).toMatch(/^mayday: [^\n]*does not exist any more[^\n]*\n$/)
    rmSync(folder.file('gone'), { recursive: true, force: true })
  },
)
