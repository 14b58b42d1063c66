import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../tests/run-mayday.ts'
import { writeWhole } from './write-whole.ts'

test('a file is written and nothing else', async () => {
  await using here = await freshFolder()
  const path = join(here.path, 'lock.json')
  writeWhole(path, 'one')
  writeWhole(path, 'two', 'unsynced')
  expect([readFileSync(path, 'utf8'), readdirSync(here.path)]).toEqual(['two', ['lock.json']])
})

test('a temporary file is removed after a failure', async () => {
  await using here = await freshFolder()
  const [folder, temp] = [join(here.path, 'locks'), join(here.path, 'temp')]
  mkdirSync(temp)
  // The target's folder is missing: only the temporary file can be written.
  expect(() => writeWhole(join(folder, 'lock.json'), 'one', 'unsynced', temp)).toThrow(/rename/)
  expect([readdirSync(here.path), readdirSync(temp)]).toEqual([['temp'], []])
})
