/** Logs of a fleet in an archive: the real node, a real Postgres, a server that checks signatures by itself. */
import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetRig, type TestNode } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { CREDENTIALS, s3Server, type S3Server } from '../s3-server.ts'

let server: TestPostgres

const env = {
  AWS_ACCESS_KEY_ID: CREDENTIALS.id,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secret,
  MAYDAY_TRUST: '1',
}

const token = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`
const says = `seq 1 200000; echo token=${token}; date > made.txt`

async function archiving(rig: FleetRig, s3: S3Server): Promise<readonly [TestNode, TestNode]> {
  const nodes = [await rig.node('one'), await rig.node('two')] as const
  for (const { path } of nodes)
    appendFileSync(
      join(path, 'mayday.yaml'),
      `logs:\n  archive: s3://team-logs/mayday\n  endpoint: ${s3.url}\n  region: eu-test-1\n`,
    )
  await nodes[0].mayday(['add', 'Speak', '--verify', 'echo verified', '--', 'sh', '-c', says])
  return nodes
}

describe.skipIf(!isPostgresHere)('an archive of logs', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('a log is copied masked, and read without its node', async () => {
    await using rig = await FleetRig.open(server)
    await using s3 = await s3Server()
    const [one, two] = await archiving(rig, s3)
    const worked = await two.mayday(['work', '--fleet', '--once'], env)
    expect({ code: worked.code, stderr: worked.stderr }).toEqual({ code: 0, stderr: '' })
    expect(s3.refused).toEqual([])
    const [run] = await rig.query('select id from runs')
    const copy = s3.objects.get(`/team-logs/mayday/${String(run?.['id'])}.log`)?.toString() ?? ''
    expect(copy).toMatch(/^1\n2\n[^]*\n200000\ntoken=\*+\nverified\n$/)
    expect(copy).not.toContain(token)
    const read = await one.mayday(['logs', '1'], env)
    expect(read.stderr).toBe('')
    expect(read.stdout).toBe(copy)
    expect((await one.mayday(['logs', '1', '--tail', '3'], env)).stdout).toMatch(
      /^200000\ntoken=\*+\nverified\n$/,
    )
    expect((await one.mayday(['logs', '1', '--stage', 'verify'], env)).stdout).toBe('verified\n')
  })

  test('an archive that fails holds up nothing', async () => {
    await using rig = await FleetRig.open(server)
    await using s3 = await s3Server()
    const [, two] = await archiving(rig, s3)
    s3.fails = 1000
    const first = await two.mayday(['work', '--fleet', '--once'], env)
    expect(first.code).toBe(0)
    expect(first.stderr).toContain(
      'answered 503 SlowDown. The logs stay on this node, and Mayday tries again.',
    )
    expect(await rig.query('select status from tasks')).toEqual([{ status: 'succeeded' }])
    expect(readdirSync(join(two.record, 'archive-outbox'))).toHaveLength(1)
    s3.fails = 0
    await two.mayday(['work', '--fleet', '--once'], env)
    expect(s3.objects.size).toBe(1)
    expect(readdirSync(join(two.record, 'archive-outbox'))).toEqual([])
  })

  test('a wrong secret is refused and never shown', async () => {
    await using rig = await FleetRig.open(server)
    await using s3 = await s3Server()
    const [one, two] = await archiving(rig, s3)
    const wrong = { ...env, AWS_SECRET_ACCESS_KEY: 'wrong-secret-value' }
    const { code, stderr, stdout } = await two.mayday(['work', '--fleet', '--once'], wrong)
    expect(code).toBe(0)
    expect(stderr).toContain('403 SignatureDoesNotMatch')
    expect(stdout + stderr).not.toContain('wrong-secret-value')
    expect(s3.refused).toContain('the signature is wrong')
    const missing = { ...env, AWS_SECRET_ACCESS_KEY: '', AWS_ACCESS_KEY_ID: '' }
    expect((await one.mayday(['logs', '1'], missing)).code).toBe(2)
    const untrusted = await one.mayday(['logs', '1'], { ...env, MAYDAY_TRUST: '' })
    expect(untrusted.stderr).toContain('What is known of the run: succeeded')
  })
})
