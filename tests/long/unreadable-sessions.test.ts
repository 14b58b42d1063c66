/** Sessions that are broken, closed or strange: each is a line, and the others are listed. */
import { appendFileSync, chmodSync, mkdirSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { asOwner, noPermissions } from '../ordinary-user.ts'
import { mayday, type Finished } from '../run-mayday.ts'
import {
  answered,
  asked,
  codexDone,
  codexTurn,
  limited,
  lines,
  sessionHome,
  uuid,
  writeCline,
  writeGoose,
  writeOpencode,
  type SessionHome,
} from '../session-home.ts'

test('what cannot be read is a line, not an end', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), answered('Done.'))
  home.write(`.claude/projects/-p/${uuid(2)}.jsonl`, '{"type":"user","mess')
  home.write(`.claude/projects/-p/${uuid(3)}.jsonl`, '')
  home.write('.local/share/opencode/opencode.db', 'no database')
  const { stdout, code } = await home.run('sessions')
  expect(code).toBe(0)
  expect(stdout).toContain('✓ ok')
  expect(stdout).toContain('opencode.db was not read')
})

test('what is not read is named with a next step', async () => {
  await using home = await sessionHome()
  home.write('.local/share/goose/sessions/sessions.db', 'no database')
  const kilo = home.home.file('.local/share/kilo/kilo.db')
  mkdirSync(dirname(kilo), { recursive: true })
  new DatabaseSync(kilo).exec('CREATE TABLE other (id TEXT)')
  truncateSync(writeOpencode(home, null), 6000)
  home.write(`.codex/sessions/2026/11/16/rollout-2026-11-16T10-00-00-${uuid(3)}.jsonl`, 'no record\n')
  const { stdout, code } = await home.run('sessions')
  expect(code).toBe(0)
  const told = stdout.split('\n').filter((line) => line.startsWith('! '))
  expect(told.map((line) => line.replaceAll(home.home.path, '~'))).toMatchInlineSnapshot(`
    [
      "! ~/.local/share/opencode/opencode.db was not read: it is not an intact SQLite database; if its agent cannot open it either, restore it or move it away.",
      "! ~/.local/share/goose/sessions/sessions.db was not read: it is not an intact SQLite database; if its agent cannot open it either, restore it or move it away.",
      "! ~/.local/share/kilo/kilo.db was not read: it has other tables than Mayday knows (no such table: session); update Mayday, or report the version of the agent.",
      "! ~/.codex/sessions/2026/11/16/rollout-2026-11-16T10-00-00-00000000-0000-4000-8000-000000000003.jsonl was not read: it contains no record of a conversation; if its agent cannot resume it, delete it.",
    ]
  `)
  expect(stdout).not.toContain('Give the path')
})

const CLINE = '.cline/data/sessions/1794823200000_abcde/1794823200000_abcde'

/** A session of Copilot CLI whose process was killed, and the log of the process. */
function writeKilledCopilot({ write, project }: SessionHome): {
  readonly events: string
  readonly log: string
} {
  const event = (type: string, data: object): object => ({
    type,
    data,
    id: type,
    timestamp: '2026-11-16T10:00:00.000Z',
    parentId: null,
  })
  const events = write(
    `.copilot/session-state/${uuid(5)}/events.jsonl`,
    lines([
      event('session.start', { sessionId: uuid(5), context: { cwd: project.path } }),
      event('user.message', { content: 'Fix it.' }),
      event('assistant.turn_start', { turnId: '0' }),
    ]),
  )
  write(`.copilot/session-state/${uuid(5)}/inuse.999999999.lock`, '')
  const failed =
    '2026-11-16T10:00:09.000Z [WARNING] [rust:model_events::producer] Model provider request failed {"http_status":429}\n'
  return { events, log: write('.copilot/logs/process-1-999999999.log', failed) }
}

test('a session larger than any text is explained', async () => {
  await using home = await sessionHome()
  const { events } = writeKilledCopilot(home)
  expect((await home.run('why', uuid(5))).stdout).toContain('✗ RATE_LIMITED')
  truncateSync(events, 600 * 1024 * 1024)
  const again = { id: 'z', parentId: null, timestamp: '2026-11-16T11:00:00.000Z' }
  const asks = { type: 'user.message', data: { content: 'Go on.' }, ...again }
  appendFileSync(events, `\n${lines([asks, { type: 'assistant.turn_start', data: {}, ...again }])}`)
  const { stdout, stderr, code } = await home.run('why', uuid(5))
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('✗ cut off')
})

/** A file or folder of a home with sessions of many agents, what is taken from its permissions, and what is told. */
const CLOSED: readonly (readonly [path: string, mode: string, told: string])[] = [
  ['.claude/projects/-p', '444', '.claude/projects/-p'],
  ['.claude/projects/-p', '000', '.claude/projects/-p'],
  [`.claude/projects/-p/${uuid(1)}.jsonl`, '000', `.claude/projects/-p/${uuid(1)}.jsonl`],
  ['.claude/sessions', '444', ''],
  ['.codex/sessions/2026/11/16', '444', '.codex/sessions/2026/11/16'],
  ['.codex/thread-writer-locks', '000', ''],
  ['.gemini/tmp/p/chats', '444', '.gemini/tmp/p/chats'],
  [`.copilot/session-state/${uuid(5)}`, '000', `.copilot/session-state/${uuid(5)}/events.jsonl`],
  [`.copilot/session-state/${uuid(5)}`, '444', `.copilot/session-state/${uuid(5)}/events.jsonl`],
  ['.cline/data/sessions/1794823200000_abcde', '000', '.cline/data/sessions/1794823200000_abcde'],
  [`${CLINE}.json`, '000', `${CLINE}.json`],
  [`${CLINE}.messages.json`, '000', `${CLINE}.json`],
  ['.local/share/opencode', '444', '.local/share/opencode/opencode.db'],
  ['.local/share/goose', '000', '.local/share/goose/sessions/sessions.db'],
]

describe.skipIf(noPermissions !== null)(
  `without permission${noPermissions === null ? '' : ` (${noPermissions})`}`,
  () => {
    test.each(CLOSED)('%s with mode %s is one line', async (path, mode, told) => {
      await using home = await sessionHome()
      writeMany(home)
      chmodSync(home.home.file(path), mode)
      const { stdout, stderr, code } = await asPerson(home, 'sessions')
      chmodSync(home.home.file(path), 0o755)
      expect([code, stderr]).toEqual([0, ''])
      const lines = stdout.split('\n')
      const unread =
        told === ''
          ? []
          : [
              `! ${home.home.file(told)} was not read: permission denied; give your user the right to read it.`,
            ]
      expect(lines.filter((line) => line.startsWith('! '))).toEqual(unread)
      // The others are listed.
      expect(lines.filter((line) => / ✓ ok /.test(line)).length).toBeGreaterThanOrEqual(5)
    })
  },
)

test.skipIf(noPermissions !== null)('a session that was closed since is named', async () => {
  await using home = await sessionHome()
  const path = home.claude(1, asked('Fix it.'), limited())
  await home.run('sessions')
  chmodSync(path, 0)
  const page = await asPerson(home, 'why', uuid(1))
  expect([page.code, page.stderr]).toEqual([0, ''])
  expect(page.stdout).toMatch(/✗ USAGE_LIMIT\nNote: permission denied; give your user the right to read it\./)
  const { stdout, stderr, code } = await asPerson(home, 'sessions', uuid(1), '--story')
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toBe(
    `mayday: ${path} was not read: permission denied; give your user the right to read it.\n`,
  )
})

test.skipIf(noPermissions !== null)('a closed log of a process explains nothing', async () => {
  await using home = await sessionHome()
  chmodSync(writeKilledCopilot(home).log, 0)
  const { stdout, stderr, code } = await asPerson(home, 'why', uuid(5))
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('✗ cut off')
})

function writeMany(home: SessionHome): void {
  const { write, project } = home
  const timestamp = '2026-11-16T10:00:00.000Z'
  home.claude(1, asked('One.'), answered('Done.'))
  home.codex(2, ...codexTurn('Fix it.', codexDone))
  write(
    '.gemini/tmp/p/chats/session-2026-11-16T10-00-0000000a.jsonl',
    lines([
      { id: '1', timestamp, type: 'user', content: [{ text: 'Fix it.' }] },
      { id: '2', timestamp, type: 'gemini', content: 'Done.', model: 'm' },
    ]),
  )
  const data = { sessionId: uuid(5), context: { cwd: project.path } }
  write(
    `.copilot/session-state/${uuid(5)}/events.jsonl`,
    lines([
      { type: 'session.start', data, id: 'i', timestamp, parentId: null },
      { type: 'user.message', data: { content: 'Fix it.' }, id: 'j', timestamp, parentId: 'i' },
    ]),
  )
  writeCline(home, 'Incorrect API key provided: k.')
  writeOpencode(home, null)
  writeOpencode(home, null, 'kilo')
  writeGoose(home, [
    ['user', 'Fix it.'],
    ['assistant', 'Done.'],
  ])
  mkdirSync(home.home.file('.claude/sessions'))
  mkdirSync(home.home.file('.codex/thread-writer-locks'))
}

const asPerson = ({ project, env }: SessionHome, ...args: readonly string[]): Promise<Finished> =>
  mayday(args, { cwd: project.path, env, before: asOwner })
