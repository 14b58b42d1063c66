import { appendFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sessions as claudeSessions } from '../agents/claude/sessions.ts'
import { sessions as opencodeSessions } from '../agents/opencode/sessions.ts'
import type { SessionFormat, SessionPlace } from '../agents/session-place.ts'
import {
  answered,
  asked,
  limited,
  lines,
  sessionHome,
  uuid,
  writeOpencode,
  type SessionHome,
} from '../../tests/session-home.ts'
import { parseKept } from './kept-session.ts'
import { refreshIndex } from './refresh-index.ts'
import { openIndex } from './session-index.ts'

/** A place that counts how many of its sessions were read. */
function counting(): { readonly place: SessionPlace; readonly reads: () => number } {
  let reads = 0
  const open: SessionFormat['open'] = () => {
    reads += 1
    return claudeSessions.format.open()
  }
  return { place: { ...claudeSessions, format: { ...claudeSessions.format, open } }, reads: () => reads }
}

function look(
  home: SessionHome,
  place: SessionPlace,
  most?: { sessions: number; ms: number; bytes?: number },
): readonly string[] {
  using index = openIndex(home.env).index
  const where = { env: home.env, here: home.project.path }
  refreshIndex(index, { places: [place], look: where, secrets: [], ...(most === undefined ? {} : { most }) })
  return [...index.newest({})].map(({ kept }) => parseKept(kept)?.row.status ?? '')
}

test('only what changed is read again', async () => {
  await using home = await sessionHome()
  const paths = [1, 2, 3].map((number) => home.claude(number, asked('One.'), answered('Done.')))
  const { place, reads } = counting()
  expect(look(home, place)).toHaveLength(3)
  look(home, place)
  expect(reads()).toBe(3)
  appendFileSync(
    paths[0] ?? '',
    lines([
      { parentUuid: 'p', ...asked('Two.') },
      { parentUuid: 'p', ...limited() },
    ]),
  )
  expect(look(home, place).toSorted()).toEqual(['failed', 'succeeded', 'succeeded'])
  expect(reads()).toBe(4)
})

test('a session that is gone is forgotten', async () => {
  await using home = await sessionHome()
  const path = home.claude(1, asked('One.'), answered('Done.'))
  home.claude(2, asked('One.'), answered('Done.'))
  const { place } = counting()
  look(home, place)
  rmSync(path)
  expect(look(home, place)).toHaveLength(1)
})

test('a quick look reads the newest files only', async () => {
  await using home = await sessionHome()
  for (const number of [1, 2, 3, 4]) {
    const path = home.claude(number, asked('One.'), number === 4 ? limited() : answered('Done.'))
    utimesSync(path, number, number)
  }
  const { place, reads } = counting()
  expect(look(home, place, { sessions: 2, ms: 60_000 })).toHaveLength(2)
  expect(reads()).toBe(2)
  expect(look(home, place)).toHaveLength(4)
  expect(reads()).toBe(4)
})

test('an empty session is not listed', async () => {
  await using home = await sessionHome()
  home.write(`.claude/projects/-p/${uuid(1)}.jsonl`, '{"type":"summary","summary":"x","leafUuid":"y"}\n')
  expect(look(home, claudeSessions)).toEqual([])
})

test('a quick look skips a large file', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), answered('x'.repeat(5000)))
  home.claude(2, asked('One.'), limited())
  const { place } = counting()
  expect(look(home, place, { sessions: 9, ms: 60_000, bytes: 4000 })).toEqual(['failed'])
  expect(look(home, place).toSorted()).toEqual(['failed', 'succeeded'])
})

test('a session whose new message is only in the log of its database is read again', async () => {
  await using home = await sessionHome()
  const path = writeOpencode(home, null)
  using agent = new DatabaseSync(path)
  agent.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
  agent.exec('UPDATE session SET cost = 0.6')
  expect(look(home, opencodeSessions)).toEqual(['succeeded'])
  const before = statSync(path)
  const failed = JSON.stringify({ role: 'assistant', error: { name: 'ProviderAuthError', data: {} } })
  agent.prepare("UPDATE message SET data = ?, time_updated = time_updated + 1 WHERE id = 'm2'").run(failed)
  expect([statSync(path).size, statSync(path).mtimeMs]).toEqual([before.size, before.mtimeMs])
  expect(look(home, opencodeSessions)).toEqual(['failed'])
})

test('a session that was listed between two writes of a turn is read again', async () => {
  await using home = await sessionHome()
  const path = writeOpencode(home, null)
  using agent = new DatabaseSync(path)
  agent.exec('PRAGMA journal_mode = WAL')
  agent.exec("DELETE FROM part WHERE message_id = 'm2'; DELETE FROM message WHERE id = 'm2'")
  expect(look(home, opencodeSessions)).toEqual(['cut-off'])
  const error = { name: 'APIError', data: { message: 'Too Many Requests', statusCode: 429 } }
  const data = JSON.stringify({ role: 'assistant', error })
  agent.prepare("INSERT INTO message VALUES ('m2', 'ses_1', 1, 1, ?)").run(data)
  expect(look(home, opencodeSessions)).toEqual(['failed'])
})
