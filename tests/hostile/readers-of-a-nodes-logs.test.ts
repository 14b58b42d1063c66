/** Somebody on the network, or in the fleet, asks a node for more than the logs of its own runs. */
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetRig, type TestNode } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { until } from '../running-mayday.ts'

let server: TestPostgres

type Attacked = {
  readonly url: string
  readonly token: string
  readonly runId: string
  readonly ask: (path: string, token?: string) => Promise<{ status: number; text: string }>
}

/** Node two serves the log of run 1. */
async function attacked(rig: FleetRig, two: TestNode): Promise<Attacked> {
  await two.mayday(['add', 'Speak', '--', 'sh', '-c', 'seq 1 200000; date > made.txt'])
  two.start()
  await until('the outcome', () => two.lines('node:settled').length > 0)
  const [place] = await rig.query("select logs ->> 'url' as url from nodes where name = 'two'")
  const [run] = await rig.query('select id from runs where number = 1')
  const made = await two.mayday(['fleet', 'token', 'make', 'reader', '--json'])
  const { token } = JSON.parse(made.stdout)
  const url = String(place?.['url'])
  return {
    url,
    token,
    runId: String(run?.['id']),
    ask: async (path, given = token) => {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${given}` } })
      return { status: answer.status, text: await answer.text() }
    },
  }
}

describe.skipIf(!isPostgresHere)('readers of a node', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('no token, a wrong one and a revoked one read nothing', async () => {
    await using rig = await FleetRig.open(server)
    const two = await rig.node('two')
    const { url, runId, token, ask } = await attacked(rig, two)
    const path = `/api/v1/runs/${runId}/log`
    expect((await ask(path)).status).toBe(200)
    expect((await fetch(`${url}${path}`)).status).toBe(401)
    const [{ hash = '' } = {}] = await rig.query("select hash from tokens where reader = 'reader'")
    for (const wrong of ['x', 'A'.repeat(43), String(hash), `${token}x`, "' or 1=1 --"])
      expect((await ask(path, wrong)).status).toBe(401)
    await two.mayday(['fleet', 'token', 'revoke', 'reader'])
    expect((await ask(path)).status).toBe(401)
  })

  test('only logs of the own runs are served', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    const { ask, runId } = await attacked(rig, two)
    await one.mayday(['add', 'Other', '--', 'sh', '-c', 'echo other; date > made2.txt'])
    two.kill('SIGSTOP')
    await one.mayday(['work', '--fleet', '--once'])
    two.kill('SIGCONT')
    const [other] = await rig.query('select id from runs where number = 2')
    for (const path of [
      `runs/${String(other?.['id'])}/log`,
      'runs/1/log',
      `runs/${runId}/../../../../etc/passwd`,
      `runs/..%2F..%2Fetc%2Fpasswd/log`,
      `runs/${runId}%00/log`,
      `runs/${runId.toUpperCase()}/log`,
      `runs/${runId}/result`,
      `runs/${runId}/env.json`,
      'state',
      '',
    ])
      expect({ path, ...(await ask(`/api/v1/${path}`)) }).toMatchObject({ path, status: 404 })
    expect((await ask('/')).status).toBe(404)
    expect((await ask('/api/v1/runs/%zz/log')).status).toBe(400)
  })

  test('a forged row leads to no other file', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    await one.mayday(['add', 'Twice', '--attempts', '2', '--', 'sh', '-c', 'exit 3'])
    await one.mayday(['work', '--fleet', '--once'])
    writeFileSync(join(rig.folder, 'worker.log'), 'private\n')
    const [run] = await rig.query('select id from runs where number = 1')
    const { ask } = await attackedAfter(rig, two, { log_path: rig.folder, origin: 'gza' })
    for (const log_path of [rig.folder, `logs/../../../..${rig.folder}`, '/etc/passwd'])
      for (const origin of ['mayday', 'gza']) {
        await rig.db.query("update rows set row = row || $1::jsonb where kind = 'runs'", [
          JSON.stringify({ log_path, origin }),
        ])
        expect((await ask(`/api/v1/runs/${String(run?.['id'])}/log`)).status).toBe(404)
      }
  })

  test('ranges and words are bounded', async () => {
    await using rig = await FleetRig.open(server)
    const { ask, runId } = await attacked(rig, await rig.node('two'))
    const path = `/api/v1/runs/${runId}/log`
    for (const query of ['bytes=999999999', 'bytes=0', 'from=-2', 'from=1e99', 'from=99999999999999999999'])
      expect((await ask(`${path}?${query}`)).status).toBe(400)
    const far = await ask(`${path}?from=9007199254740991`)
    expect(JSON.parse(far.text)).toMatchObject({ text: '', isLive: false })
    expect((await ask(`${path}/search?q=${'x'.repeat(2000)}`)).status).toBe(400)
    const whole = await ask(`${path}?bytes=262144`)
    expect(Buffer.byteLength(JSON.parse(whole.text).text)).toBeLessThanOrEqual(262_144)
    const found = JSON.parse((await ask(`${path}/search?q=199999`)).text)
    expect(found.matches[0]).toMatchObject({ line: 199_999 })
    expect((await ask(`/api/v1/runs/${runId}/about?tail=99999999`)).status).toBe(400)
  })

  test('slow readers do not delay the others', async () => {
    await using rig = await FleetRig.open(server)
    const two = await rig.node('two')
    const { url, token, runId, ask } = await attacked(rig, two)
    const { port } = new URL(url)
    const request = `GET /api/v1/runs/${runId}/log?bytes=262144 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`
    const slow = Array.from({ length: 60 }, () => {
      const socket = connect(Number(port), '127.0.0.1', () => void socket.write(request))
      return socket.pause().on('error', () => undefined)
    })
    const silent = Array.from({ length: 100 }, () =>
      connect(Number(port), '127.0.0.1').on('error', () => undefined),
    )
    expect((await ask(`/api/v1/runs/${runId}/log`)).status).toBe(200)
    await two.mayday(['add', 'Go on', '--', 'sh', '-c', 'date > made3.txt'])
    await until('the next outcome', () => two.lines('node:settled').length > 1)
    for (const socket of [...slow, ...silent]) socket.destroy()
  })
})

/** Node two gets rows of run 1 that somebody has changed, and works on its task. */
async function attackedAfter(rig: FleetRig, two: TestNode, patch: object): Promise<Pick<Attacked, 'ask'>> {
  await rig.db.query("update rows set row = row || $1::jsonb where kind = 'runs'", [JSON.stringify(patch)])
  await two.mayday(['retry', '1'])
  two.start()
  await until('the outcome', () => two.lines('node:settled').length > 0)
  const [place] = await rig.query("select logs ->> 'url' as url from nodes where name = 'two'")
  const { token } = JSON.parse((await two.mayday(['fleet', 'token', 'make', 'reader', '--json'])).stdout)
  return {
    ask: async (path) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${String(place?.['url'])}${path}`, { headers })
      return { status: answer.status, text: await answer.text() }
    },
  }
}
