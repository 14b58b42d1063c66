/** The command line and the board answer the same question with the same JSON. */
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { STATE_VARIABLE } from '../../src/record/state-home.ts'
import { views } from '../../src/views/views.ts'
import { mayday } from '../run-mayday.ts'
import { until } from '../running-mayday.ts'
import { answered, asked, limited, lines, uuid } from '../session-home.ts'
import { openSample, type Sample } from '../sample-project.ts'
import { dirname, join } from 'node:path'

const bin = fileURLToPath(new URL('../../bin/mayday.cjs', import.meta.url))
const anything = v.looseObject({})
type Answer = v.InferOutput<typeof anything>

const envOf = ({ project }: Sample): Record<string, string> => ({
  // Not the sessions of the person who runs the tests.
  HOME: join(dirname(project.root), 'home'),
  MAYDAY_DIR: '',
  [STATE_VARIABLE]: join(dirname(project.root), 'state'),
})

/** What a command says with `--json`. It fits the schema of its format, and holds nothing more. */
async function say(sample: Sample, ...words: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await mayday([...words, '--json'], {
    cwd: sample.project.root,
    env: envOf(sample),
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const json = v.parse(anything, JSON.parse(stdout))
  const schemas = new Map<unknown, v.GenericSchema>(Object.entries(views))
  expect(v.parse(schemas.get(json['format']) ?? v.never(), json)).toEqual(json)
  return json
}

type Board = AsyncDisposable & { readonly ask: (path: string) => Promise<Answer> }

async function openBoard(sample: Sample): Promise<Board> {
  const child = spawn(process.execPath, [bin, 'board', '--json', '--port', '0', '--trust'], {
    cwd: sample.project.root,
    env: { ...process.env, XDG_CONFIG_HOME: '/nonexistent', ...envOf(sample) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  const ended = new Promise((resolve) => child.on('close', resolve))
  const { port, token } = JSON.parse(await until('the address', () => out.includes('\n') && out))
  return {
    ask: async (path) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, { headers })
      return v.parse(anything, await answer.json())
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT')
      await ended
    },
  }
}

const rows = v.array(v.looseObject({ task: v.number() }))

test('a run and the history are one answer', async () => {
  using sample = await openSample()
  await using board = await openBoard(sample)
  const { counts, ...history } = await board.ask('runs?limit=20')
  expect(counts).toMatchObject({ matching: expect.any(Number), all: expect.any(Number) })
  expect(await say(sample, 'history', '--limit', '20')).toEqual({ ...history, counts: null })
  expect(await say(sample, 'show', '1')).toEqual(await board.ask('runs/1'))
})

test('tasks, gates and cards wait in the same words', async () => {
  using sample = await openSample()
  await using board = await openBoard(sample)
  const state = await board.ask('state')
  const queue = await say(sample, 'queue')
  const { holder, holderWords, limits } = state
  expect(queue).toMatchObject({ holder, holderWords, limits })
  const shown = new Map(v.parse(rows, state['tasks']).map((row) => [row.task, row]))
  const waiting = [queue['running'], queue['queued'], queue['waiting'], queue['deferred']].flatMap((part) =>
    v.parse(rows, part),
  )
  expect(waiting.length).toBeGreaterThan(2)
  for (const row of waiting) expect(shown.get(row.task)).toMatchObject(row)
  expect((await say(sample, 'wait'))['gates']).toEqual(state['gates'])
  expect((await say(sample, 'escalations'))['escalations']).toEqual(state['escalations'])
  const { format: _, ...cards } = await say(sample, 'cards')
  expect(cards).toEqual(state['board'])
})

test('agents and reasons are one list each', async () => {
  using sample = await openSample()
  await using board = await openBoard(sample)
  expect(await say(sample, 'reasons')).toEqual(await board.ask('reasons'))
  const agents = await say(sample, 'agents')
  const unasked = v
    .parse(v.array(anything), agents['agents'])
    .map((agent) => ({ ...agent, version: null, trouble: null }))
  expect({ ...agents, agents: unasked }).toEqual(await board.ask('agents'))
})

test.each([['status'], ['tasks', '--all'], ['stats'], ['lessons', '--all'], ['locks']])(
  '%s fits its schema and holds nothing more',
  async (...words) => {
    using sample = await openSample()
    expect((await say(sample, ...words))['format']).toMatch(/^mayday\./)
  },
)

const key = v.looseObject({ groups: v.array(v.looseObject({ key: v.string(), state: v.string() })) })

test('failures are one list and one page each', async () => {
  using sample = await openSample()
  await using board = await openBoard(sample)
  const { now: _, ...list } = await board.ask('failures')
  expect(await say(sample, 'failures')).toMatchObject(list)
  const { groups } = v.parse(key, list)
  expect(groups.length).toBeGreaterThan(3)
  for (const group of groups.slice(0, 3)) {
    const { now: __, ...page } = await board.ask(`failures/${group.key}`)
    expect(await say(sample, 'failures', group.key)).toMatchObject(page)
  }
  const first = groups[0]?.key ?? ''
  await say(sample, 'failures', first.slice(0, 5), '--ack', '--note', 'known')
  expect(await board.ask(`failures/${first}`)).toMatchObject({ state: 'acknowledged', note: 'known' })
  await say(sample, 'failures', first, '--unack')
  expect(await board.ask(`failures/${first}`)).toMatchObject({ state: 'open', note: null })
  expect(await board.ask('failures/ffff0000ffff')).toMatchObject({ error: { code: 'UNKNOWN_FAILURE' } })
})

/** Two sessions of Claude Code in a home folder: one in the project that hit a limit, one elsewhere that went well. */
function writeSessions(sample: Sample): void {
  const folder = join(envOf(sample)['HOME'] ?? '', '.claude/projects/-p')
  mkdirSync(folder, { recursive: true })
  const write = (number: number, cwd: string, last: object): void => {
    const records = [asked('Port the parser.'), last].map((one) => ({ ...one, cwd, timestamp: WHEN }))
    writeFileSync(join(folder, `${uuid(number)}.jsonl`), lines(records))
  }
  write(
    1,
    sample.project.root,
    limited('API Error: 429 limit for sk-ant-api03-Zx8KwQ2mPv7RtY4uNb6Hc1Df9Gj3Ls5'),
  )
  write(2, '/elsewhere', answered('Done.'))
}

const WHEN = '2026-11-16T10:00:00.000Z'

test('sessions are one list, one page and one count', async () => {
  using sample = await openSample()
  writeSessions(sample)
  await using board = await openBoard(sample)
  const all = await board.ask('sessions')
  expect(all).toMatchObject({ sessions: [{ agent: 'claude' }, { agent: 'claude' }], unread: 0 })
  expect(JSON.stringify(all)).not.toContain('Zx8KwQ2m')
  expect(await say(sample, 'sessions')).toEqual(all)
  const failed = await board.ask('sessions?failed=true&here=true&agent=claude&limit=1')
  expect(failed).toMatchObject({ sessions: [{ id: uuid(1), status: 'failed' }], hasMore: false })
  expect(await say(sample, 'sessions', '--failed', '--here', '--agent', 'claude')).toEqual(failed)
  expect(await say(sample, 'sessions', uuid(1))).toEqual(await board.ask(`sessions/${uuid(1)}`))
  expect(await say(sample, 'stats', '--sessions')).toEqual(await board.ask('sessions/stats'))
})

test('a wrong question about sessions is refused', async () => {
  using sample = await openSample()
  await using board = await openBoard(sample)
  expect(await board.ask('sessions/nothing')).toMatchObject({ error: { code: 'UNKNOWN_SESSION' } })
  expect(await board.ask('sessions?agent=nobody')).toMatchObject({ error: { code: 'QUERY' } })
  expect(await board.ask('sessions?reason=NOTHING')).toMatchObject({ error: { code: 'QUERY' } })
})
