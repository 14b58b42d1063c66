/** The board of a fleet, from a member and from a folder that has joined nothing. */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetRig, STEADY_LEASE_S } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { until } from '../running-mayday.ts'

let server: TestPostgres
const bin = fileURLToPath(new URL('../../bin/mayday.cjs', import.meta.url))

type Answered = { readonly status: number; readonly json: Record<string, unknown> }
type Board = AsyncDisposable & {
  readonly ask: (path: string) => Promise<Answered>
  readonly act: (path: string) => Promise<Answered>
}

async function openBoard(cwd: string, words: readonly string[], env: Record<string, string>): Promise<Board> {
  const child = spawn(process.execPath, [bin, 'board', '--json', '--port', '0', ...words], {
    cwd,
    env: { ...process.env, XDG_CONFIG_HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  const ended = new Promise((resolve) => child.on('close', resolve))
  const { port, token } = JSON.parse(await until('the address', () => out.includes('\n') && out))
  const send = async (path: string, how: RequestInit): Promise<Answered> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, { headers, ...how })
    const json: Record<string, unknown> = JSON.parse(await answer.text())
    return { status: answer.status, json }
  }
  return {
    ask: (path) => send(path, {}),
    act: (path) => send(path, { method: 'POST', body: '{}' }),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT')
      await ended
    },
  }
}

describe.skipIf(!isPostgresHere)('the board of a fleet', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('a folder that has joined nothing shows and acts', async () => {
    await using rig = await FleetRig.open(server, STEADY_LEASE_S)
    const two = await rig.node('two')
    await two.mayday(['add', 'Speak', '--', 'sh', '-c', 'echo hello; date > made.txt'])
    await two.mayday(['add', 'Never', '--label', 'gpu', '--', 'true'])
    two.start()
    await until('the outcome', () => two.lines('node:settled').length > 0)
    const { token } = JSON.parse((await two.mayday(['fleet', 'token', 'make', 'board', '--json'])).stdout)
    const nowhere = join(rig.folder, 'nowhere')
    mkdirSync(nowhere)
    const env = { MAYDAY_FLEET_URL: rig.address.url, MAYDAY_FLEET_READER: token }
    await using board = await openBoard(nowhere, ['--fleet', '--schema', rig.address.schema], env)
    expect((await board.ask('state')).json).toMatchObject({
      counts: { succeeded: 1 },
      tasks: expect.arrayContaining([expect.objectContaining({ task: 2, title: 'Never' })]),
    })
    expect((await board.ask('nodes')).json).toMatchObject({
      nodes: [{ name: 'two', state: 'here', servesLogs: true, allowsAny: true, isThis: false }],
      stranded: [{ task: 2, needs: 'true, label gpu' }],
    })
    expect((await board.ask('runs/1/node')).json).toMatchObject({ node: { name: 'two', state: 'here' } })
    expect((await board.ask('runs/1/log')).json).toMatchObject({ text: 'hello\n', isLive: false })
    expect((await board.ask('runs/1/log/search?q=HELL')).json).toMatchObject({ matches: [{ line: 1 }] })
    expect((await board.act('nodes/two/drain')).json).toMatchObject({ ok: true })
    expect((await two.mayday(['fleet', 'nodes'])).stdout).toContain('two: draining')
    expect((await board.act('nodes/two/work')).json).toMatchObject({ ok: true })
    expect((await board.act('nodes/three/drain')).status).toBe(404)
    expect((await board.act('tasks/2/cancel')).json).toMatchObject({ said: 'Task 2 is canceled.' })
    expect((await two.mayday(['tasks'])).stdout).toMatch(/2 .*canceled/)
    expect((await board.act('tasks/2/retry')).json).toMatchObject({
      said: 'Task 2 is queued again. A node of the fleet will start it.',
    })
    expect((await board.act('runs/1/resume')).status).toBe(409)
    await two.mayday(['skip', '2'])
    await until('the board to know it', async () =>
      JSON.stringify((await board.ask('tasks/2')).json).includes('"skipped"'),
    )
  })

  test('a member sees the fleet without asking for it', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    await two.mayday(['add', 'Speak', '--', 'sh', '-c', 'echo hello; date > made.txt'])
    await one.mayday(['work', '--fleet', '--once'])
    await using board = await openBoard(one.path, [], { MAYDAY_FLEET_URL: rig.address.url })
    expect((await board.ask('runs')).json).toMatchObject({ runs: [{ title: 'Speak' }] })
    expect((await board.ask('runs/1/log')).json).toMatchObject({ text: 'hello\n' })
    await using other = await openBoard(two.path, [], { MAYDAY_FLEET_URL: rig.address.url })
    const { status, json } = await other.ask('runs/1/log')
    expect(status).toBe(409)
    expect(JSON.stringify(json)).toContain('What is known of the run: succeeded')
  })
})
