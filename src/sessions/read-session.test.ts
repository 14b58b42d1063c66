import { appendFileSync, closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sessions as claudeSessions } from '../agents/claude/sessions.ts'
import type { FoundSession } from '../agents/session-place.ts'
import { freshFolder } from '../../tests/run-mayday.ts'
import { answered, asked, called, lines, limited } from '../../tests/session-home.ts'
import { readSession, type ReadSession } from './read-session.ts'

const record = (more: object): object => ({ parentUuid: 'p', isSidechain: false, sessionId: 's', ...more })

const read = (path: string, size = 0): ReadSession => {
  const found: FoundSession = { key: path, id: 's', path, size, changedMs: 0 }
  return readSession(found, claudeSessions, [])
}

test('a file that is missing has a reason and no turns', () => {
  expect(read('/nonexistent/session.jsonl')).toEqual({ digest: null, problem: 'it has just been removed' })
})

test('a folder in place of a file is reported', async () => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('session.jsonl'))
  const { digest, problem } = read(folder.file('session.jsonl'))
  expect(digest).toBeNull()
  expect(problem).toContain('a folder')
})

test('the unread part of a very large file proves nothing', async () => {
  await using folder = await freshFolder()
  const path = folder.file('session.jsonl')
  writeFileSync(path, lines([record(asked('One.')), record(called('npm test'))]))
  // The file is sparse: unwritten parts use no disk space.
  const file = openSync(path, 'r+')
  ftruncateSync(file, 300 * 1024 * 1024)
  closeSync(file)
  const end = [limited('Your credit balance is too low'), asked('Two.'), limited()]
  appendFileSync(path, `\n${lines(end.map(record))}`)
  const { digest, problem } = read(path)
  expect(problem).toContain('only its beginning and its last 256 MiB were read')
  expect(digest?.asked).toBe('One.')
  expect(digest?.turns).toMatchObject([
    { asked: 'One.', status: 'undetermined', reason: null, said: null },
    { asked: '', status: 'failed', said: 'Your credit balance is too low' },
    { asked: 'Two.', status: 'failed', reason: 'USAGE_LIMIT', line: null },
  ])
})

test('a session of many turns begins with its first prompt', async () => {
  await using folder = await freshFolder()
  const path = folder.file('session.jsonl')
  const turns = Array.from({ length: 502 }, (_, at) => [record(asked(`${at}.`)), record(answered('Done.'))])
  writeFileSync(path, lines(turns.flat()))
  expect(read(path).digest).toMatchObject({ asked: '0.', unlisted: 2 })
})

test('an incomplete last line is ignored', async () => {
  await using folder = await freshFolder()
  const path = folder.file('session.jsonl')
  writeFileSync(
    path,
    `${lines([record(asked('One.')), record(answered('Done.'))])}{"parentUuid":"p","type":"assi`,
  )
  expect(read(path).digest?.turns).toMatchObject([{ status: 'succeeded' }])
})

test('a command of the agent itself is no turn', async () => {
  await using folder = await freshFolder()
  const path = folder.file('session.jsonl')
  const command = '<command-name>/clear</command-name><command-message>clear</command-message>'
  writeFileSync(path, lines([record(asked('One.')), record(answered('Done.')), record(asked(command))]))
  expect(read(path).digest?.turns).toHaveLength(1)
})
