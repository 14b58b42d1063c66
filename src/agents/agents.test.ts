import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agents } from './agents.ts'

const room = import.meta.dirname

const folders = readdirSync(room, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Each part of an agent, and the file in which it is declared. */
const parts = [
  ['reader', 'reader.ts'],
  ['story', 'story.ts'],
  ['launch', 'launch.ts'],
  ['sessions', 'sessions.ts'],
  ['plugin', 'plugin.ts'],
  ['transcript', 'transcript.ts'],
  ['account', 'account.ts'],
  ['asker', 'asker.ts'],
  ['docs', 'docs.ts'],
  ['afterSession', 'after-session.ts'],
] as const

test('every folder is one agent of the list', () => {
  expect(agents.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

test.each(agents)('each part of $name has its own file', (agent) => {
  const declared = parts.filter(([part]) => agent[part] !== undefined).map(([, file]) => file)
  const there = parts.map(([, file]) => file).filter((file) => existsSync(join(room, agent.name, file)))
  expect(declared).toEqual(there)
})

test.each(agents)('the output of $name has a test', ({ name }) => {
  expect(existsSync(join(room, name, 'reader.test.ts'))).toBe(true)
})

test.each(agents)('the story of $name ignores a foreign record', ({ story }) => {
  expect(story().record?.({ level: 'info', msg: 'listening' }) ?? null).toBe(null)
})

/** These rooms get the agents as arguments. */
const GIVEN = '../{reasons,secrets,signals,recovery,supervision}/**/*.ts'

test('no room before this one names an agent', () => {
  const named = new RegExp(`'(?:${agents.map(({ name }) => name).join('|')})'`)
  const files = globSync(GIVEN, { cwd: room }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => named.test(readFileSync(join(room, file), 'utf8')))).toEqual([])
})
