import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSecretsIn, maskLog } from './mask-log.ts'

/** The key is assembled at run time, so that no scanner reports this file as a leak. */
const KEY = `ghp_${'aB3dE5gH7j'.repeat(4)}`
const STARS = '*'.repeat(KEY.length)

let folder = ''
let log = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-mask-'))
  log = join(folder, 'worker.log')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('secrets become stars of the same length', async () => {
  writeFileSync(log, `one ${KEY} two\ncorrect horse ünd ${KEY}`)
  const spans = await findSecretsIn(log, ['correct horse'])
  expect(await maskLog(log, spans)).toBe(3)
  expect(readFileSync(log, 'utf8')).toBe(`one ${STARS} two\n${'*'.repeat(13)} ünd ${STARS}`)
})

test('masking a log twice changes nothing', async () => {
  writeFileSync(log, `one ${KEY} two\n`)
  const spans = await findSecretsIn(log, [])
  await maskLog(log, spans)
  const masked = readFileSync(log)
  await maskLog(log, spans)
  expect(readFileSync(log)).toEqual(masked)
  expect(await findSecretsIn(log, [])).toEqual([])
})

test('a secret across the chunks of a file is found', async () => {
  const from = 1024 * 1024 - 7
  writeFileSync(log, `${'x'.repeat(from - 1)} ${KEY} y`)
  expect(await findSecretsIn(log, [])).toEqual([{ from, to: from + KEY.length }])
})

test('a log that shrank does not grow again', async () => {
  writeFileSync(log, `${KEY} and ${KEY}\n`)
  const spans = await findSecretsIn(log, [])
  truncateSync(log, 10)
  expect(await maskLog(log, spans)).toBe(1)
  expect(readFileSync(log, 'utf8')).toBe('*'.repeat(10))
})

test('bytes appended during masking stay', async () => {
  writeFileSync(log, `${KEY}\n`)
  const spans = await findSecretsIn(log, [])
  appendFileSync(log, 'and more\n')
  await maskLog(log, spans)
  expect(readFileSync(log, 'utf8')).toBe(`${STARS}\nand more\n`)
})

test('a log that vanished has no secrets', async () => {
  expect(await findSecretsIn(log, ['hunter2'])).toEqual([])
  expect(await maskLog(log, [{ from: 0, to: 5 }])).toBe(0)
  expect(await maskLog(join(log, 'deeper'), [{ from: 0, to: 5 }])).toBe(0)
})

test('nothing is written through a link', async () => {
  const other = join(folder, 'other')
  writeFileSync(other, 'precious')
  symlinkSync(other, log)
  expect(await maskLog(log, [{ from: 0, to: 5 }])).toBe(0)
  expect(readFileSync(other, 'utf8')).toBe('precious')
})

test('a folder or pipe in its place stays', async () => {
  mkdirSync(log)
  expect(await maskLog(log, [{ from: 0, to: 5 }])).toBe(0)
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  expect(await maskLog(pipe, [{ from: 0, to: 5 }])).toBe(0)
  expect(await findSecretsIn(pipe, [])).toEqual([])
})

test('a log that cannot be opened is reported', async () => {
  const unopenable = join(folder, 'x'.repeat(300))
  await expect(maskLog(unopenable, [{ from: 0, to: 5 }])).rejects.toThrow(/could not be masked/)
})

test('other work proceeds while a log is searched', async () => {
  writeFileSync(log, 'https://a:b@c '.repeat(200_000))
  const seen: string[] = []
  setImmediate(() => seen.push('somebody else'))
  await findSecretsIn(log, [])
  seen.push('the end')
  expect(seen).toEqual(['somebody else', 'the end'])
})
