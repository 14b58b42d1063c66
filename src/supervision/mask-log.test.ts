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

/** A key is put together here, so that no scanner takes this file for a leak. */
const KEY = `ghp_${'aB3dE5gH7j'.repeat(4)}`
const STARS = '*'.repeat(KEY.length)

let folder = ''
let log = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-mask-'))
  log = join(folder, 'worker.log')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('secrets become stars of the same length', () => {
  writeFileSync(log, `one ${KEY} two\ncorrect horse ünd ${KEY}`)
  const spans = findSecretsIn(log, ['correct horse'])
  expect(maskLog(log, spans)).toBe(3)
  expect(readFileSync(log, 'utf8')).toBe(`one ${STARS} two\n${'*'.repeat(13)} ünd ${STARS}`)
})

test('to mask a log twice changes nothing', () => {
  writeFileSync(log, `one ${KEY} two\n`)
  const spans = findSecretsIn(log, [])
  maskLog(log, spans)
  const masked = readFileSync(log)
  maskLog(log, spans)
  expect(readFileSync(log)).toEqual(masked)
  expect(findSecretsIn(log, [])).toEqual([])
})

test('a secret across the chunks of a file is found', () => {
  const from = 1024 * 1024 - 7
  writeFileSync(log, `${'x'.repeat(from - 1)} ${KEY} y`)
  expect(findSecretsIn(log, [])).toEqual([{ from, to: from + KEY.length }])
})

test('a log that shrank does not grow again', () => {
  writeFileSync(log, `${KEY} and ${KEY}\n`)
  const spans = findSecretsIn(log, [])
  truncateSync(log, 10)
  expect(maskLog(log, spans)).toBe(1)
  expect(readFileSync(log, 'utf8')).toBe('*'.repeat(10))
})

test('what was appended meanwhile stays', () => {
  writeFileSync(log, `${KEY}\n`)
  const spans = findSecretsIn(log, [])
  appendFileSync(log, 'and more\n')
  maskLog(log, spans)
  expect(readFileSync(log, 'utf8')).toBe(`${STARS}\nand more\n`)
})

test('a log that vanished has no secrets', () => {
  expect(findSecretsIn(log, ['hunter2'])).toEqual([])
  expect(maskLog(log, [{ from: 0, to: 5 }])).toBe(0)
  expect(maskLog(join(log, 'deeper'), [{ from: 0, to: 5 }])).toBe(0)
})

test('nothing is written through a link', () => {
  const other = join(folder, 'other')
  writeFileSync(other, 'precious')
  symlinkSync(other, log)
  expect(maskLog(log, [{ from: 0, to: 5 }])).toBe(0)
  expect(readFileSync(other, 'utf8')).toBe('precious')
})

test('a folder or a pipe in its place is left alone', () => {
  mkdirSync(log)
  expect(maskLog(log, [{ from: 0, to: 5 }])).toBe(0)
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  expect(maskLog(pipe, [{ from: 0, to: 5 }])).toBe(0)
  expect(findSecretsIn(pipe, [])).toEqual([])
})

test('a log that cannot be opened is told of', () => {
  const unopenable = join(folder, 'x'.repeat(300))
  expect(() => maskLog(unopenable, [{ from: 0, to: 5 }])).toThrow(/could not be masked/)
})
