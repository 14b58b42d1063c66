import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../tests/run-mayday.ts'
import { appendPlain, clearWay, makeOwnFolder, readPlain, readPlainText } from './plain-file.ts'
import { writeWhole } from './write-whole.ts'

const makers: readonly (readonly [string, (path: string) => void])[] = [
  ['a link', (path) => symlinkSync('target', path)],
  ['a folder', (path) => mkdirSync(path)],
  ['a pipe', (path) => void execFileSync('mkfifo', [path])],
]

test.each(makers)('%s is neither read nor appended to', async (what, make) => {
  await using folder = await freshFolder()
  writeFileSync(folder.file('target'), 'theirs')
  make(folder.file('x'))
  const sentence = `${folder.file('x')} is ${what}, and Mayday expects a regular file.`
  expect(() => readPlain(folder.file('x'))).toThrow(sentence)
  expect(() => appendPlain(folder.file('x'), 'ours')).toThrow(sentence)
  expect(readPlainText(folder.file('x'))).toBeNull()
  expect(readFileSync(folder.file('target'), 'utf8')).toBe('theirs')
})

test.each(makers)('%s in its place is renamed and kept', async (_what, make) => {
  await using folder = await freshFolder()
  make(folder.file('x'))
  clearWay(folder.file('x'))
  writeWhole(folder.file('x'), 'ours')
  expect(readFileSync(folder.file('x'), 'utf8')).toBe('ours')
  expect(readdirSync(folder.path).filter((name) => name.startsWith('x.aside-'))).toHaveLength(1)
})

test('a file that is missing has no text', async () => {
  await using folder = await freshFolder()
  expect(readPlainText(folder.file('x'))).toBeNull()
  expect(() => readPlain(folder.file('x'))).toThrow('ENOENT')
})

test('a file that is too large is refused', async () => {
  await using folder = await freshFolder()
  writeFileSync(folder.file('x'), '12345')
  expect(() => readPlain(folder.file('x'), 4)).toThrow('x has 5 bytes, and Mayday reads at most 4 of it.')
  expect(readPlain(folder.file('x'), 5).toString()).toBe('12345')
})

test('a written file replaces a link', async () => {
  await using folder = await freshFolder()
  writeFileSync(folder.file('target'), 'theirs')
  symlinkSync('target', folder.file('x'))
  writeWhole(folder.file('x'), 'ours')
  expect(lstatSync(folder.file('x')).isFile()).toBe(true)
  expect(readFileSync(folder.file('target'), 'utf8')).toBe('theirs')
})

test('an own folder is never a link', async () => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('theirs'))
  symlinkSync('theirs', folder.file('ours'))
  makeOwnFolder(folder.file('ours'))
  makeOwnFolder(join(folder.file('ours'), 'below'))
  expect(lstatSync(folder.file('ours')).isDirectory()).toBe(true)
  expect(readdirSync(folder.file('theirs'))).toEqual([])
})
