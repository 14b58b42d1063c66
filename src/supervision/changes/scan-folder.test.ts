import { lutimesSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../tests/run-mayday.ts'
import { newestChange, scanFolder } from './scan-folder.ts'

const OLD = new Date('2020-01-01T00:00:00Z')
const SINCE = Date.parse('2021-01-01T00:00:00Z')

/** Writes a file and gives it and its folders up to the root an old time. */
function writeOld(root: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'x')
  for (let at = path; at.startsWith(root); at = dirname(at)) utimesSync(at, OLD, OLD)
}

test('an old folder has no newest change', async () => {
  await using folder = await freshFolder()
  writeOld(folder.path, folder.file('src/deep/a.txt'))
  expect(await newestChange(folder.path, SINCE)).toBe(false)
})

test('a written file is a change at any depth', async () => {
  await using folder = await freshFolder()
  writeOld(folder.path, folder.file('src/deep/a.txt'))
  writeFileSync(folder.file('src/deep/a.txt'), 'y')
  expect(await newestChange(folder.path, SINCE)).toBe(true)
  expect(await newestChange(folder.path, Date.now() + 60_000)).toBe(false)
})

test('a deleted file is a change too', async () => {
  await using folder = await freshFolder()
  writeOld(folder.path, folder.file('src/a.txt'))
  rmSync(folder.file('src/a.txt'))
  expect(await newestChange(folder.path, SINCE)).toBe(true)
})

test('skipped and linked files are no change', async () => {
  await using other = await freshFolder()
  writeFileSync(other.file('new.txt'), 'new')
  await using folder = await freshFolder()
  for (const name of ['.git', 'node_modules']) {
    mkdirSync(folder.file(name))
    writeFileSync(folder.file(`${name}/x`), 'x')
  }
  mkdirSync(folder.file('src'))
  symlinkSync(other.path, folder.file('src/link'))
  const past = OLD.getTime() / 1000
  lutimesSync(folder.file('src/link'), past, past)
  for (const name of ['src', '']) utimesSync(folder.file(name), past, past)
  expect(await newestChange(folder.path, SINCE)).toBe(false)
})

test('a file from the future is not progress', async () => {
  await using folder = await freshFolder()
  writeOld(folder.path, folder.file('a.txt'))
  const future = new Date(Date.now() + 86_400_000)
  utimesSync(folder.file('a.txt'), future, future)
  expect(await newestChange(folder.path, SINCE)).toBe(false)
})

test('a missing folder has no change', async () => {
  expect(await newestChange('/nowhere/at/all', 0)).toBe(false)
})

test('a folder beyond the bounds is null', async () => {
  await using folder = await freshFolder()
  for (const name of ['a', 'b', 'c']) writeFileSync(folder.file(name), name)
  expect(await scanFolder(folder.path, { entries: 3, ms: 60_000 })).toHaveLength(3)
  expect(await scanFolder(folder.path, { entries: 2, ms: 60_000 })).toBeNull()
  expect(await scanFolder(folder.path, { entries: 3, ms: 0 })).toBeNull()
})
