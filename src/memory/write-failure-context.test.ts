import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exampleRecord } from '../../tests/examples/lessons.ts'
import { readSection } from './failure-context.ts'
import { writeFailureContext } from './write-failure-context.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  path = join(folder, 'AGENTS.md')
})

afterEach(() => rmSync(folder, { recursive: true }))

const one = () => [exampleRecord({ error: 'first' })]
const none = () => []

test('a missing file is created with its title', () => {
  expect(writeFailureContext(path, one)).toEqual({ kind: 'written' })
  expect(readFileSync(path, 'utf8')).toMatch(
    /^# Project Learnings\n\n## Failure Context\n\nFailure learnings/,
  )
  expect(readdirSync(folder)).toEqual(['AGENTS.md'])
})

test('no lesson creates no file', () => {
  expect(writeFailureContext(path, none)).toEqual({ kind: 'unchanged' })
  expect(existsSync(path)).toBe(false)
})

test('writing the same again changes nothing', () => {
  writeFailureContext(path, one)
  const { ino } = statSync(path)
  expect(writeFailureContext(path, one)).toEqual({ kind: 'unchanged' })
  expect(statSync(path).ino).toBe(ino)
})

test('clearing restores the original bytes', () => {
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x23, 0x20, 0xff, 0xe9, 0x0d, 0x0a, 0x78])
  writeFileSync(path, bytes)
  writeFailureContext(path, one)
  expect(readFileSync(path).subarray(0, bytes.length)).toEqual(bytes)
  expect(readFileSync(path).length).toBeGreaterThan(bytes.length)
  writeFailureContext(path, none)
  expect(readFileSync(path)).toEqual(bytes)
})

test("the file's mode stays as it is", () => {
  writeFileSync(path, '# A\n')
  chmodSync(path, 0o640)
  writeFailureContext(path, one)
  expect(statSync(path).mode & 0o777).toBe(0o640)
})

test('a link stays a link to its target', () => {
  writeFileSync(join(folder, 'CLAUDE.md'), '# A\n')
  symlinkSync('CLAUDE.md', path)
  writeFailureContext(path, one)
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
  expect(readSection(readFileSync(join(folder, 'CLAUDE.md'), 'utf8'))).toHaveLength(1)
})

test('a read-only file is refused in one sentence', () => {
  writeFileSync(path, '# A\n')
  chmodSync(path, 0o444)
  expect(writeFailureContext(path, one)).toEqual({
    kind: 'refused',
    why: `${path} is read-only. Make it writable (chmod u+w).`,
  })
  expect(readFileSync(path, 'utf8')).toBe('# A\n')
})

test.each(['```sh\nnpm test\n', '# A\n<!-- draft\n'])('a file that stays open is refused: %j', (text) => {
  writeFileSync(path, text)
  const written = writeFailureContext(path, one)
  expect(written.kind === 'refused' && written.why).toContain('never closed')
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('a folder of that name is refused', () => {
  mkdirSync(path)
  const written = writeFailureContext(path, one)
  expect(written.kind === 'refused' && written.why).toContain('is a folder')
})

test('a lesson recorded during writing is written too', () => {
  const lessons = [exampleRecord({ error: 'first' })]
  let asked = 0
  writeFailureContext(path, () => {
    asked += 1
    // The second read of the store, after the first write.
    if (asked === 2) lessons.push(exampleRecord({ error: 'second', number: 2, runId: 'r2' }))
    return [...lessons]
  })
  expect(readSection(readFileSync(path, 'utf8')).map(({ error }) => error)).toEqual(['first', 'second'])
})

test('a concurrent change of the file is kept', () => {
  writeFileSync(path, '# A\n')
  let asked = 0
  writeFailureContext(path, () => {
    asked += 1
    // The file has been read, and is changed before it is replaced.
    if (asked === 1) writeFileSync(path, '# A\n\nA line by a person.\n')
    return one()
  })
  expect(readFileSync(path, 'utf8')).toMatch(/^# A\n\nA line by a person\.\n\n## Failure Context\n/)
})

test('the new file is prepared in the given folder', () => {
  const record = join(folder, 'record')
  mkdirSync(record)
  writeFailureContext(path, one, { record })
  expect(readdirSync(record)).toEqual(['own-writes.jsonl'])
  expect(writeFailureContext(path, none, { record: join(folder, 'nowhere') })).toEqual({
    kind: 'written',
  })
})

test('entries of others are kept on request', () => {
  const [own, other] = [exampleRecord({ error: 'own' }), exampleRecord({ error: 'other', phase: '13' })]
  writeFailureContext(path, () => [own, other])
  const errors = (): readonly string[] => readSection(readFileSync(path, 'utf8')).map(({ error }) => error)
  const cleared = { ...own, clearedAt: '2026-12-01T00:00:00Z' }
  writeFailureContext(path, () => [cleared], { keepsUnknown: () => true })
  expect(errors()).toEqual(['other'])
  writeFailureContext(path, () => [cleared], { keepsUnknown: ({ phase }) => phase !== '13' })
  expect(errors()).toEqual([])
})
