/** `mayday sessions` and `mayday why` over session files of every agent, through the real command. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { unreadAgents } from '../../src/agents/unread-agents.ts'
import { sessionSchema, sessionsSchema, sessionStatsSchema } from '../../src/views/sessions.ts'
import { misfitIn } from '../../src/record/schema.ts'
import { atTerminal } from '../at-terminal.ts'
import { mayday } from '../run-mayday.ts'
import { until } from '../running-mayday.ts'
import {
  answered,
  asked,
  called,
  codexDone,
  codexFailed,
  codexTurn,
  interrupted,
  limited,
  lines,
  sessionHome,
  uuid,
  writeCline,
  writeGoose,
  writeOpencode,
  type SessionHome,
} from '../session-home.ts'

type Row = {
  readonly id: string
  readonly agent: string
  readonly status: string
  readonly reason: string | null
  readonly turns: number
  readonly before: object
  readonly [key: string]: unknown
}

async function listed(home: SessionHome, ...args: readonly string[]): Promise<readonly Row[]> {
  const { stdout, stderr, code } = await home.run('sessions', '--json', ...args)
  expect([code, stderr]).toEqual([0, ''])
  const answer = JSON.parse(stdout)
  expect(misfitIn(sessionsSchema, answer)).toBeNull()
  return answer.sessions
}

const byId = (one: Row, other: Row): number => (one.id < other.id ? -1 : 1)

const outcomes = (rows: readonly Row[]): readonly unknown[] =>
  rows.map(({ agent, status, reason, turns }) => [agent, status, reason, turns])

test('each agent is found where it keeps its sessions', async () => {
  await using home = await sessionHome()
  const cwd = home.project.path
  const at = '2026-11-16T10:00:00.000Z'
  home.claude(1, asked('Fix it.'), answered('Done.'))
  home.codex(2, ...codexTurn('Fix it.', codexFailed("You've hit your usage limit.", 'usage_limit_exceeded')))
  home.write('.gemini/tmp/p/.project_root', cwd)
  home.write(
    '.gemini/tmp/p/chats/session-2026-11-16T10-00-0000000a.jsonl',
    lines([
      { sessionId: 's', projectHash: 'h', startTime: at, lastUpdated: at, kind: 'main' },
      { id: '1', timestamp: at, type: 'user', content: [{ text: 'Fix it.' }] },
      { id: '2', timestamp: at, type: 'gemini', content: 'Done.', model: 'gemini-2.5-pro' },
    ]),
  )
  const qwen = { uuid: 'u', parentUuid: 'p', sessionId: 's', timestamp: at, cwd, version: '0.24.4' }
  home.write(
    `.qwen/projects/p/chats/${uuid(4)}.jsonl`,
    lines([
      {
        ...qwen,
        type: 'user',
        provenance: 'real_user',
        message: { role: 'user', parts: [{ text: 'Fix it.' }] },
      },
      { ...qwen, type: 'assistant', model: 'q', message: { role: 'model', parts: [{ text: 'Done.' }] } },
    ]),
  )
  const event = (type: string, data: object): object => ({
    type,
    data,
    id: 'i',
    timestamp: at,
    parentId: null,
  })
  home.write(
    `.copilot/session-state/${uuid(5)}/events.jsonl`,
    lines([
      event('session.start', { sessionId: uuid(5), selectedModel: 'm', context: { cwd } }),
      event('user.message', { content: 'Fix it.' }),
      event('session.error', {
        errorType: 'authentication',
        message: 'Authentication failed',
        statusCode: 401,
      }),
    ]),
  )
  const inPi = (message: object): object => ({ type: 'message', id: 'a', timestamp: at, message })
  home.write(
    `.pi/agent/sessions/--p--/2026-11-16T10-00-00-000Z_${uuid(9)}.jsonl`,
    lines([
      { type: 'session', version: 3, id: uuid(9), timestamp: at, cwd },
      inPi({ role: 'user', content: [{ type: 'text', text: 'Fix it.' }] }),
      inPi({
        role: 'assistant',
        content: [],
        api: 'anthropic-messages',
        stopReason: 'error',
        errorMessage:
          '400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 213451 tokens > 200000 maximum"}}',
      }),
    ]),
  )
  writeOpencode(home, { name: 'APIError', data: { message: 'Too Many Requests', statusCode: 429 } })
  writeOpencode(home, null, 'kilo')
  home.write(
    `.factory/sessions/-p/${uuid(8)}.jsonl`,
    lines([
      { type: 'session_start', id: uuid(8), title: 'Fix it.', owner: 'unknown', version: 2, cwd },
      inPi({ role: 'user', content: [{ type: 'text', text: '<system-reminder>\nTools.' }] }),
      inPi({ role: 'user', content: [{ type: 'text', text: 'Fix it.' }], interactionMode: 'auto' }),
      inPi({
        role: 'user',
        content: [{ type: 'text', text: 'BYOK Error: 429 The usage limit has been reached' }],
        visibility: 'user_only',
      }),
      { type: 'agent_turn_outcome', turnId: 'a', reason: 'model_rate_limited', resultKind: 'text' },
    ]),
  )
  writeCline(home, 'Incorrect API key provided: k.')
  writeGoose(home, [
    ['user', 'Fix it.'],
    ['assistant', 'Done.'],
  ])
  writeFileSync(
    home.project.file('.aider.chat.history.md'),
    '\n# aider chat started at 2026-11-16 10:00:00\n\n> Aider v0.86.0\n\n#### Fix it.\n\n> Applied edit to a.js\n> Commit 1234567 fix: it\n',
  )
  const rows = await listed(home)
  expect(outcomes(rows.toSorted((a, b) => (a.agent < b.agent ? -1 : 1)))).toEqual([
    ['aider', 'succeeded', null, 1],
    ['claude', 'succeeded', null, 1],
    ['cline', 'failed', 'AUTH_FAILED', 1],
    ['codex', 'failed', 'USAGE_LIMIT', 1],
    ['copilot', 'failed', 'AUTH_FAILED', 1],
    ['droid', 'failed', 'USAGE_LIMIT', 1],
    ['gemini', 'succeeded', null, 1],
    ['goose', 'succeeded', null, 1],
    ['kilo', 'succeeded', null, 1],
    ['opencode', 'failed', 'RATE_LIMITED', 1],
    ['pi', 'failed', 'CONTEXT_EXHAUSTED', 1],
    ['qwen', 'succeeded', null, 1],
  ])
  expect(rows.map((row) => row['asked'])).toEqual(Array.from({ length: 12 }, () => 'Fix it.'))
  expect(new Set(rows.map((row) => row['cwd']))).toEqual(new Set([cwd]))
})

test('the last turn decides, and earlier trouble is counted', async () => {
  await using home = await sessionHome()
  home.claude(
    1,
    asked('One.'),
    limited(),
    asked('Two.'),
    limited(),
    asked('Three.'),
    interrupted,
    asked('Four.'),
    answered('Done.'),
  )
  const [row] = await listed(home)
  expect(row).toMatchObject({ status: 'succeeded', reason: null, turns: 4, asked: 'One.' })
  expect(row?.before).toEqual({ failed: { USAGE_LIMIT: 2 }, interrupted: 1, cutOff: 0 })
  const { stdout } = await home.run('sessions', uuid(1))
  expect(stdout).toContain('before the last: 2 USAGE_LIMIT, 1 interrupted')
})

test('trouble before the newest 500 turns is counted', async () => {
  await using home = await sessionHome()
  const good = Array.from({ length: 600 }, (_, at) => [asked(`Again ${at}.`), answered('Done.')]).flat()
  const bad = Array.from({ length: 250 }, () => [asked('One.'), limited()]).flat()
  home.claude(1, ...bad, asked('Two.'), interrupted, asked('Three.'), called('npm test'), ...good)
  const [row] = await listed(home)
  expect(row).toMatchObject({ status: 'succeeded', turns: 852 })
  expect(row?.before).toEqual({ failed: { USAGE_LIMIT: 250 }, interrupted: 1, cutOff: 1 })
  expect(await listed(home, '--reason', 'USAGE_LIMIT')).toHaveLength(1)
  const { stdout } = await home.run('stats', '--sessions', '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    turns: 852,
    failed: 250,
    interrupted: 1,
    cutOff: 1,
    byReason: [
      { name: 'USAGE_LIMIT', failed: 250 },
      { name: 'cut off', failed: 1 },
    ],
  })
})

test('an interrupt by the person is not a failure', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), called('sleep 9'), interrupted)
  expect(outcomes(await listed(home))).toEqual([['claude', 'interrupted', 'INTERRUPTED', 1]])
  expect(await listed(home, '--failed')).toEqual([])
})

test('a session without an end is cut off', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), called('npm test'))
  expect(outcomes(await listed(home, '--failed'))).toEqual([['claude', 'cut-off', 'UNKNOWN', 1]])
})

test('a session whose process lives is live', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), called('npm test'))
  home.claude(2, asked('One.'), limited())
  for (const number of [1, 2])
    home.write(
      `.claude/sessions/${process.pid + number - 1}.json`,
      JSON.stringify({ pid: process.pid, sessionId: uuid(number) }),
    )
  const rows = await listed(home)
  const states = rows.toSorted(byId).map(({ status, live, reason }) => [status, live, reason])
  expect(states).toEqual([
    ['live', true, null],
    ['failed', true, 'USAGE_LIMIT'],
  ])
})

test('a pid file of a process that is gone proves nothing', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), called('npm test'))
  home.write(
    '.claude/sessions/1.json',
    JSON.stringify({ pid: process.pid, procStart: '1', sessionId: uuid(1) }),
  )
  expect(outcomes(await listed(home))).toEqual([['claude', 'cut-off', 'UNKNOWN', 1]])
})

/** A process that has ended, and whose parent does not ask how. */
function zombie(): { readonly pid: Promise<number>; readonly end: () => void } {
  const parent = spawn('perl', ['-e', '$| = 1; my $pid = fork; exit 0 if !$pid; print "$pid\\n"; sleep 600'])
  const pid = new Promise<number>((resolve) =>
    parent.stdout.once('data', (text) => resolve(Number(String(text)))),
  )
  return { pid, end: () => void parent.kill('SIGKILL') }
}

test.runIf(process.platform === 'linux')('a process that has ended is not alive', async () => {
  await using home = await sessionHome()
  const dead = zombie()
  const pid = await dead.pid
  await until('its end', () => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
  home.claude(1, asked('One.'), called('npm test'))
  home.write(`.claude/sessions/${pid}.json`, JSON.stringify({ pid, sessionId: uuid(1) }))
  const rows = await listed(home)
  dead.end()
  expect(outcomes(rows)).toEqual([['claude', 'cut-off', 'UNKNOWN', 1]])
})

test('a session that is being written is live', async () => {
  await using home = await sessionHome()
  const path = home.claude(1, asked('One.'), called('npm test'))
  writeFileSync(path, readFileSync(path))
  expect(outcomes(await listed(home))).toEqual([['claude', 'live', null, 1]])
})

test('subagents belong to their session', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), answered('Done.'))
  home.write(
    `.claude/projects/-p/${uuid(1)}/subagents/agent-1.jsonl`,
    lines([asked('Look.', { isSidechain: true, parentUuid: null })]),
  )
  home.codex(2, ...codexTurn('Fix it.', codexDone))
  const spawned = { subagent: { thread_spawn: { parent_thread_id: uuid(2) } } }
  home.write(
    `.codex/sessions/2026/11/16/rollout-2026-11-16T10-00-01-${uuid(3)}.jsonl`,
    lines([
      {
        timestamp: '2026-11-16T10:00:01.000Z',
        type: 'session_meta',
        payload: { id: uuid(3), source: spawned },
      },
      ...codexTurn('Look.', codexFailed('boom', 'other')),
    ]),
  )
  const rows = await listed(home)
  expect(rows.toSorted(byId).map(({ id, subagents }) => [id, subagents])).toEqual([
    [uuid(1), 1],
    [uuid(2), 1],
  ])
})

test('subagents of other agents belong to their session', async () => {
  await using home = await sessionHome()
  const timestamp = '2026-11-16T10:00:00.000Z'
  const gemini = lines([{ id: '1', timestamp, type: 'user', content: [{ text: 'One.' }] }])
  home.write('.gemini/tmp/p/chats/session-2026-11-16T10-00-0000000a.jsonl', gemini)
  home.write('.gemini/tmp/p/chats/0000000a-0000-4000-8000-000000000000/agent-1.jsonl', gemini)
  const message = { role: 'user', parts: [{ text: 'One.' }] }
  const qwen = lines([{ uuid: 'u', sessionId: 's', timestamp, type: 'user', message }])
  home.write(`.qwen/projects/p/chats/${uuid(4)}.jsonl`, qwen)
  home.write(`.qwen/projects/p/subagents/${uuid(4)}/agent-1.jsonl`, qwen)
  const droid = (id: string, more: object): string =>
    lines([
      { type: 'session_start', id, title: 'One.', owner: 'unknown', version: 2, cwd: '/', ...more },
      { type: 'message', timestamp, message: { role: 'user', content: [{ type: 'text', text: 'One.' }] } },
    ])
  home.write(`.factory/sessions/-p/${uuid(8)}.jsonl`, droid(uuid(8), {}))
  home.write(`.factory/sessions/-p/${uuid(9)}.jsonl`, droid(uuid(9), { callingSessionId: uuid(8) }))
  writeCline(home, 'Incorrect API key provided: k.')
  home.write('.cline/data/sessions/1794823200000_abcde/helper.messages.json', '{"messages":[]}')
  writeGoose(home, [['user', 'One.']])
  using db = new DatabaseSync(home.home.file('.local/share/goose/sessions/sessions.db'))
  db.exec(`ALTER TABLE sessions ADD COLUMN session_type TEXT NOT NULL DEFAULT 'user';
    INSERT INTO sessions (id, working_dir, updated_at, session_type) VALUES ('20261116_2', '/', '2026-11-16 10:00:00', 'sub_agent');
    INSERT INTO messages (session_id, role, content_json) VALUES ('20261116_2', 'user', '[{"type":"text","text":"Look."}]')`)
  const rows = (await listed(home)).toSorted((a, b) => (a.agent < b.agent ? -1 : 1))
  expect(rows.map(({ agent, subagents }) => [agent, subagents])).toEqual([
    ['cline', 1],
    ['droid', 1],
    ['gemini', 1],
    // Its database does not say whose they are.
    ['goose', 0],
    ['qwen', 1],
  ])
})

test('filters choose by agent, reason, folder and time', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), limited())
  home.claude(2, asked('Two.', { cwd: '/elsewhere' }), answered('Done.', { cwd: '/elsewhere' }))
  home.codex(3, ...codexTurn('Three.', codexDone))
  const ids = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await listed(home, ...args)).map(({ id }) => id).toSorted()
  expect(await ids('--agent', 'codex')).toEqual([uuid(3)])
  expect(await ids('--reason', 'usage_limit')).toEqual([uuid(1)])
  expect(await ids('--here')).toEqual([uuid(1), uuid(3)])
  expect(await ids('--since', '2026-11-17')).toEqual([])
  expect(await ids('--limit', '2')).toHaveLength(2)
})

test('the beginning of the id that the list shows names a session', async () => {
  await using home = await sessionHome()
  home.claude(10_000_001, asked('One.'), answered('Done.'))
  home.claude(20_000_002, asked('Two.'), answered('Done.'))
  expect((await home.run('sessions')).stdout).toContain('20000002')
  expect((await home.run('why', '200')).stdout).toContain('Two.')
})

test('a wrong agent or reason gets a sentence', async () => {
  await using home = await sessionHome()
  const wrong = await home.run('sessions', '--agent', 'claud')
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain("Did you mean 'claude'?")
  expect((await home.run('sessions', '--reason', 'NOPE')).stderr).toContain("Unknown reason 'NOPE'")
  const id = (await home.run('sessions', 'abcdef')).stderr
  expect(id).toContain("begins or ends with 'abcdef'. See: mayday sessions\n")
  for (const words of [
    ['why', 'codexx'],
    ['sessions', 'codex'],
  ])
    expect((await home.run(...words)).stderr).toContain('mayday why codex, mayday sessions --agent codex')
})

test('why explains the newest session here that failed', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('Old.', { timestamp: '2026-11-15T10:00:00.000Z' }), {
    ...limited(),
    timestamp: '2026-11-15T10:00:00.000Z',
  })
  home.codex(
    2,
    ...codexTurn(
      'Fix the login.',
      codexFailed('Your input exceeds the context window of this model.', 'context_window_exceeded'),
    ),
  )
  home.claude(3, asked('New.'), answered('Done.'))
  const { stdout, code } = await home.run('why')
  expect(code).toBe(0)
  expect(stdout).toContain('Fix the login.')
  expect(stdout).toContain('✗ CONTEXT_EXHAUSTED')
  expect(stdout).toMatch(/rollout-2026-11-16T10-00-00-\S+\.jsonl:5\n/)
  expect((await home.run('why', 'claude')).stdout).toContain('✗ USAGE_LIMIT')
  const byId = await home.run('why', '--json', uuid(3).slice(-8))
  const answer = JSON.parse(byId.stdout)
  expect(misfitIn(sessionSchema, answer)).toBeNull()
  expect(answer).toMatchObject({ id: uuid(3), status: 'succeeded', lastWords: 'Done.' })
})

test('why says that nothing failed here', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.', { cwd: '/elsewhere' }), limited())
  const { stdout, code } = await home.run('why')
  expect(code).toBe(0)
  expect(stdout).toContain('mayday sessions --failed')
})

test('the evidence of a later turn names its own line', async () => {
  await using home = await sessionHome()
  const path = home.claude(1, asked('One.'), answered('Done.'), asked('Two.'), limited())
  const { stdout } = await home.run('sessions', uuid(1), '--json')
  const { explanation, turnList, resetAt } = JSON.parse(stdout)
  const [evidence] = explanation.evidence
  expect(evidence).toMatchObject({ file: path, line: 4 })
  const at = readFileSync(path).subarray(evidence.byteOffset, evidence.byteOffset + 10)
  expect(at.toString()).toBe(evidence.excerpt.slice(0, 10))
  expect(turnList.map(({ status }: { status: string }) => status)).toEqual(['succeeded', 'failed'])
  expect(resetAt).toBe('2026-11-16T13:00:00.000Z')
})

test('every answer that may lack a session says what was not read', async () => {
  await using home = await sessionHome()
  home.write('.local/share/opencode/opencode.db', 'no database')
  const told = `opencode.db was not read: it is not an intact SQLite database`
  for (const words of [['why'], ['why', 'opencode'], ['why', 'ses_1'], ['stats', '--sessions']])
    expect((await home.run(...words)).stderr).toContain(told)
  const alone = await atTerminal([], { cwd: home.project.path, env: home.env, answers: [] })
  expect(alone.stdout).toContain('No agent session on this machine could be read.')
  expect(alone.stdout).toContain(told)
  expect(alone.stdout).not.toContain('Give the path')
})

test('an agent whose sessions are not read is named as such', async () => {
  await using home = await sessionHome()
  const docs = readFileSync(new URL('../../docs/sessions.md', import.meta.url), 'utf8')
  const untold = unreadAgents.filter(({ title }) => !docs.toLowerCase().includes(title.toLowerCase()))
  expect(untold).toEqual([])
  for (const { title, names } of unreadAgents) {
    const [name = ''] = names
    for (const words of [
      ['why', name],
      ['sessions', '--agent', name],
    ]) {
      const { code, stderr } = await home.run(...words)
      expect([words, code, stderr]).toEqual([
        words,
        2,
        expect.stringContaining(`Mayday does not read the sessions of ${title}. It reads those of claude, `),
      ])
    }
  }
})

test('an index that cannot be kept names a next step', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), answered('Done.'))
  home.write('.cache', '')
  const { stdout, stderr } = await home.run('sessions')
  expect(stdout).toContain('✓ ok')
  expect(stderr).toContain('Make the folder writable, or set XDG_CACHE_HOME to another one.')
})

test('the page of a very large session names no line', async () => {
  await using home = await sessionHome()
  const path = home.claude(1, asked('One.'), answered('Done.'))
  // The file system keeps no block for what nobody wrote.
  truncateSync(path, 300 * 1024 * 1024)
  appendFileSync(path, `\n${readFileSync(home.claude(2, asked('Two.'), limited()), 'utf8')}`)
  const { stdout } = await home.run('sessions', uuid(1))
  expect(stdout).toContain(`  ${path}\n  ›`)
  expect(stdout).toContain('only its beginning and its last 256 MiB were read')
})

test('the evidence in a database names no line', async () => {
  await using home = await sessionHome()
  const path = writeOpencode(home, { name: 'ProviderAuthError', data: { message: 'The token expired.' } })
  const { stdout } = await home.run('sessions', 'ses_1')
  expect(stdout).toContain(`  ${path}\n  › The token expired.`)
})

test('nothing is written into the folders of agents', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), limited())
  writeOpencode(home, null)
  const before = contents(home)
  await home.run('sessions')
  await home.run('why')
  expect(contents(home)).toEqual(before)
})

/** A copy of a database that is open: its program seems to have been killed. */
function killAgentOf(path: string): void {
  using db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; UPDATE session SET tokens_input = 101')
  const files = ['', '-wal', '-shm'].map((end) => [`${path}${end}`, readFileSync(`${path}${end}`)] as const)
  db.close()
  for (const [name, bytes] of files) writeFileSync(name, bytes)
}

test('the database of a killed agent stays as it was', async () => {
  await using home = await sessionHome()
  killAgentOf(writeOpencode(home, null))
  const before = contents(home)
  expect(await listed(home)).toMatchObject([{ status: 'succeeded', tokens: 121 }])
  await home.run('sessions', 'ses_1')
  expect(contents(home)).toEqual(before)
})

const contents = ({ home }: SessionHome): readonly string[] =>
  readdirSync(home.path, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => !entry.parentPath.startsWith(home.file('.cache')) && entry.name !== '.cache')
    .map((entry) => [join(entry.parentPath, entry.name), entry.isFile()] as const)
    .map(([path, isFile]) => `${path} ${statSync(path).mtimeMs} ${isFile ? sha256(path) : ''}`)
    .toSorted()

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

test('the index belongs to its owner alone', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), answered('Done.'))
  await listed(home)
  expect(statSync(home.home.file('.cache/mayday/sessions')).mode & 0o777).toBe(0o700)
})

test('a damaged index is made again', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), answered('Done.'))
  await listed(home)
  for (const end of ['', '-wal', '-shm'])
    writeFileSync(
      home.home.file(`.cache/mayday/sessions/index.db${end}`),
      'garbage that is no database at all',
    )
  expect(await listed(home)).toHaveLength(1)
})

test('a cache that cannot be written costs only time', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), answered('Done.'))
  home.write('.cache', 'a file in the way')
  const { stdout, stderr, code } = await home.run('sessions')
  expect(code).toBe(0)
  expect(stdout).toContain('✓ ok')
  expect(stderr).toContain('Cannot keep the index of sessions')
})

test('the counts name the end of a long folder', async () => {
  await using home = await sessionHome()
  const cwd = `/srv/${'deep/'.repeat(10)}the-one-that-failed`
  home.claude(1, asked('One.', { cwd }), { ...limited(), cwd })
  const { stdout } = await home.run('stats', '--sessions')
  expect(stdout).toMatch(/^ {2}…\S+\/the-one-that-failed {2}/m)
})

test('sessions are counted by reason and more', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), limited(), asked('Two.'), answered('Done.'))
  home.codex(2, ...codexTurn('Three.', codexFailed('401 Unauthorized: bad key', 'other')))
  const { stdout, code } = await home.run('stats', '--sessions', '--json')
  expect(code).toBe(0)
  const stats = JSON.parse(stdout)
  expect(misfitIn(sessionStatsSchema, stats)).toBeNull()
  expect(stats).toMatchObject({ sessions: 2, turns: 3, failed: 2, interrupted: 0 })
  expect(stats.byReason.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'AUTH_FAILED',
    'USAGE_LIMIT',
  ])
  expect(stats.byModel).toContainEqual({ name: 'gpt-5.5', failed: 1, turns: 1 })
  expect(stats.resets).toEqual([
    {
      agent: 'claude',
      reason: 'USAGE_LIMIT',
      at: '2026-11-16T10:00:00.000Z',
      resetAt: '2026-11-16T13:00:00.000Z',
    },
  ])
  expect((await home.run('stats', '--sessions')).stdout).toContain('Failures by reason')
})

test('each turn counts in its own week and hour', async () => {
  await using home = await sessionHome()
  const turns = (count: number, timestamp: string): readonly object[] =>
    Array.from({ length: count }, () => [asked('One.', { timestamp }), { ...limited(), timestamp }]).flat()
  const well = Array.from({ length: 600 }, () => [asked('Two.'), answered('Done.')]).flat()
  home.claude(1, ...turns(250, '2026-11-02T03:10:00.000Z'), ...turns(2, '2026-11-10T23:40:00.000Z'), ...well)
  const { stdout } = await mayday(['stats', '--sessions', '--json'], {
    cwd: home.project.path,
    // Its hours do not begin with those of UTC.
    env: { ...home.env, TZ: 'Asia/Kolkata' },
  })
  const { byWeek, byHour, resets } = JSON.parse(stdout)
  expect(byWeek).toEqual([
    { name: '2026-11-02', failed: 250, turns: 250 },
    { name: '2026-11-09', failed: 2, turns: 2 },
    { name: '2026-11-16', failed: 0, turns: 600 },
  ])
  expect(byHour).toEqual([
    { name: '05', failed: 2, turns: 2 },
    { name: '08', failed: 250, turns: 250 },
    { name: '15', failed: 0, turns: 600 },
  ])
  // A limit that many turns hit is one.
  expect(resets.map(({ resetAt }: { resetAt: string }) => resetAt)).toEqual([
    '2026-11-11T13:00:00.000Z',
    '2026-11-02T13:00:00.000Z',
  ])
})

test('imported sessions are in history, once', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('One.'), limited(), asked('Two.'), answered('Done.'), asked('Three.'), interrupted)
  home.claude(2, asked('Elsewhere.', { cwd: '/elsewhere' }), limited())
  const first = await home.run('import', 'sessions', '--json')
  expect(JSON.parse(first.stdout)).toMatchObject({ from: 'sessions', imported: 3, known: 0 })
  expect(JSON.parse((await home.run('import', 'sessions', '--json')).stdout)).toMatchObject({
    imported: 0,
    known: 3,
  })
  const { runs } = JSON.parse((await home.run('history', '--json')).stdout)
  expect(runs.map(({ status, reason }: Row) => [status, reason])).toEqual([
    ['canceled', null],
    ['succeeded', null],
    ['failed', 'USAGE_LIMIT'],
  ])
  expect((await home.run('lessons')).stdout).toContain('5-hour limit')
})

test('mayday alone shows what failed on this machine', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('Fix the login.'), limited())
  const typed = { cwd: home.project.path, env: home.env, answers: [] }
  const { stdout, code } = await atTerminal([], typed)
  expect(code).toBe(0)
  expect(stdout).toContain('✗ USAGE_LIMIT')
  expect(stdout).toContain('mayday sessions --failed')
  writeFileSync(home.project.file('mayday.yaml'), 'version: 1\n')
  expect((await atTerminal([], typed)).stdout).toContain('Usage: mayday COMMAND')
})

test('mayday alone helps where nobody looks', async () => {
  await using home = await sessionHome()
  home.claude(1, asked('Fix the login.'), limited())
  const { stdout, code } = await home.run()
  expect(code).toBe(2)
  expect(stdout).toContain('Usage: mayday COMMAND')
})
