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

test('a piece of it lies where it is told, and is gone after a failure', async () => {
  await using here = await freshFolder()
  const [folder, temp] = [join(here.path, 'locks'), join(here.path, 'temp')]
  mkdirSync(temp)
  // The target's folder is not there: only the piece can be written.
  expect(() => writeWhole(join(folder, 'lock.json'), 'one', 'unsynced', temp)).toThrow(/rename/)
  expect([readdirSync(here.path), readdirSync(temp)]).toEqual([['temp'], []])
})
