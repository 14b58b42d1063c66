import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CardChangedError, CardError } from './card-error.ts'
import { readCard } from './read-card.ts'
import { saveCard } from './save-card.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-cards-'))
  file = join(folder, '5.2-card.md')
  writeFileSync(file, '---\nagent_status: idle\n---\n# T\n')
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('a saved card reads back the same', () => {
  chmodSync(file, 0o640)
  const saved = saveCard(readCard(file), { status: 'queued', lines: ['a'] })
  expect(readCard(file)).toEqual(saved)
  expect(saved).toMatchObject({ agentStatus: 'queued', history: ['a'] })
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(readdirSync(folder)).toEqual(['5.2-card.md'])
})

test('a card that changed on disk is not saved', () => {
  const card = readCard(file)
  const theirs = `${card.text}More.\n`
  writeFileSync(file, theirs)
  expect(() => saveCard(card, { status: 'queued' })).toThrow(CardChangedError)
  expect(() => saveCard(card, { status: 'queued' })).toThrow(`${file}: changed on disk since it was read`)
  expect(readFileSync(file, 'utf8')).toBe(theirs)
  expect(readdirSync(folder)).toEqual(['5.2-card.md'])
})

test('a deleted card is not created again', () => {
  const card = readCard(file)
  unlinkSync(file)
  expect(() => saveCard(card, { status: 'queued' })).toThrow(/there is no such file/)
  expect(readdirSync(folder)).toEqual([])
})

test('a link stays a link to the file', () => {
  const link = join(folder, 'link.md')
  symlinkSync(file, link)
  saveCard(readCard(link), { status: 'queued' })
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readCard(file).agentStatus).toBe('queued')
})

test('a read-only card stays as it is', () => {
  chmodSync(file, 0o444)
  expect(() => saveCard(readCard(file), { status: 'queued' })).toThrow(CardError)
  expect(readCard(file).agentStatus).toBe('idle')
})

test('an edit that changes nothing writes nothing', () => {
  const before = statSync(file)
  saveCard(readCard(file), { status: 'idle' })
  expect(statSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
})

test('a new card is prepared in the given folder', () => {
  const record = mkdtempSync(join(tmpdir(), 'mayday-temp-'))
  try {
    saveCard(readCard(file), { status: 'queued' }, { record })
    saveCard(readCard(file), { status: 'running' }, { record: join(record, 'none') })
    expect(readCard(file).agentStatus).toBe('running')
    expect(readdirSync(record)).toEqual(['own-writes.jsonl'])
  } finally {
    rmSync(record, { recursive: true })
  }
})
