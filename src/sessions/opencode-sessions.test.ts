import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { freshFolder } from '../../tests/run-mayday.ts'
import { readSession, type ReadSession } from './read-session.ts'
import type { FoundSession } from '../agents/session-place.ts'
import { sessions } from '../agents/opencode/sessions.ts'

type Message = readonly [data: object, ...parts: readonly object[]]

function write(path: string, messages: readonly Message[]): void {
  using db = new DatabaseSync(path)
  db.exec(`
    CREATE TABLE message (id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
  `)
  const say = db.prepare("INSERT INTO message VALUES (?, 'ses_1', ?, ?, ?)")
  const add = db.prepare("INSERT INTO part VALUES (?, ?, 'ses_1', ?, ?, ?)")
  for (const [at, [data, ...parts]] of messages.entries()) {
    say.run(`m${at}`, at, at, JSON.stringify(data))
    for (const [n, part] of parts.entries()) add.run(`p${at}${n}`, `m${at}`, at, at, JSON.stringify(part))
  }
}

function read(path: string): ReadSession {
  const found: FoundSession = { key: path, id: 'ses_1', path, size: 0, changedMs: 0 }
  return readSession(found, sessions, [])
}

const user = { role: 'user' }
const assistant = { role: 'assistant' }
const prompt = { type: 'text', text: 'Make the file.' }
const answer = [
  { type: 'step-start' },
  { type: 'text', text: 'Done.' },
  { type: 'step-finish', reason: 'stop' },
] as const

test('a prompt without an answer is cut off', async () => {
  await using folder = await freshFolder()
  const path = folder.file('opencode.db')
  write(path, [[user, prompt], [assistant]])
  expect(read(path).digest).toMatchObject({ isOpen: true, turns: [{ status: 'cut-off', reason: 'UNKNOWN' }] })
})

test('messages of the agent itself open no turn', async () => {
  await using folder = await freshFolder()
  const path = folder.file('opencode.db')
  const reminder = { type: 'text', text: '\n\n<system-reminder>\nThe active agent has changed.' }
  write(path, [
    [user, prompt, { type: 'text', synthetic: true, text: 'Called the Read tool with the following input' }],
    [assistant, ...answer],
    [user, { type: 'text', synthetic: true, text: 'Continue if you have next steps.' }, reminder],
    [assistant, ...answer],
  ])
  expect(read(path).digest?.turns).toMatchObject([{ asked: 'Make the file.', status: 'succeeded' }])
})
