/** Logs of a fleet, read from another node: the real command, a real node that serves, a real Postgres. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberFile } from '../../src/record/joined-fleet.ts'
import { projectAt } from '../../src/record/project.ts'
import { FleetRig, type TestNode } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { until } from '../running-mayday.ts'

let server: TestPostgres

const settled = (node: TestNode, count = 1): Promise<unknown> =>
  until('the outcome', () => node.lines('node:settled').length >= count)

describe.skipIf(!isPostgresHere)('logs of a fleet', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('a log is read through its node', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    const says = `seq 1 30000; echo key=ghp_${'aB3dE5gH7jK9'.repeat(3)}; date > made.txt`
    await one.mayday(['add', 'Speak', '--verify', 'echo verified', '--', 'sh', '-c', says])
    two.start()
    await settled(two)
    const here = await one.mayday(['logs', '1'])
    expect(here.stderr).toBe('')
    expect(here.stdout).toBe((await two.mayday(['logs', '1'])).stdout)
    expect(here.stdout).toMatch(/^1\n2\n[^]*\n30000\nkey=\*+\nverified\n$/)
    expect((await one.mayday(['logs', '1', '--tail', '2', '--stage', 'agent'])).stdout).toMatch(
      /^30000\nkey=\*+\n$/,
    )
    expect((await one.mayday(['logs', '1', '--stage', 'verify'])).stdout).toBe('verified\n')
    const other = await one.mayday(['logs', '1', '--stage', 'setup'])
    expect(other.stderr).toContain('Run 1 has no stage setup; it has agent_run, final_test.')
    const json = (await one.mayday(['logs', '1', '--stage', 'verify', '--json'])).stdout
    expect(json).toBe((await two.mayday(['logs', '1', '--stage', 'verify', '--json'])).stdout)
  })

  test('a live log is followed through its node', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    const flag = join(rig.folder, 'go-on')
    const waits = `echo first; until test -f ${flag}; do sleep 0.1; done; echo last; date > made.txt`
    await one.mayday(['add', 'Wait', '--', 'sh', '-c', waits])
    two.start()
    await until('the claim', () => two.lines('node:claimed').length > 0)
    const following = one.go(['logs', '1', '-f'])
    const ended = new Promise((resolve) => following.on('close', resolve))
    await until('the first line', () => one.printed.includes('first\n'))
    writeFileSync(flag, '')
    expect(await ended).toBe(0)
    expect(one.printed).toMatch(/^first\nlast\nmayday: run 1 .*succeeded after/)
  })

  test('a node that does not work says what is known', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    const verify = 'echo "1 failed, 0 passed in 0.1s"; exit 1'
    await one.mayday(['add', 'Fail', '--attempts', '1', '--verify', verify, '--', 'sh', '-c', 'date > made'])
    await two.mayday(['work', '--fleet', '--once'])
    const { code, stderr } = await one.mayday(['logs', '1'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/ran on node two, which was in contact \S+ ago\. .* does not work now/)
    expect(stderr).toContain('What is known of the run: failed (TESTS_FAILED)')
    expect(stderr).toContain('› 1 failed, 0 passed')
    // As after a crash, a while ago.
    const logs = JSON.stringify({ url: 'http://127.0.0.1:1', host: 'two', certificate: null })
    await rig.query(
      `update nodes set seen_at = now() - interval '5 minutes', stopped_at = null, logs = '${logs}'`,
    )
    expect((await one.mayday(['logs', '1'])).stderr).toMatch(/in contact 30\ds ago\. .*Node two is away\./)
  })

  test('a token is renewed, revoked and never kept in clear', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    await one.mayday(['add', 'Speak', '--', 'sh', '-c', 'echo hello; date > made.txt'])
    two.start()
    await settled(two)
    const { token } = JSON.parse(readFileSync(memberFile(projectAt(one.path, process.env)), 'utf8'))
    const kept = await rig.query('select * from tokens')
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toContain(token)
    expect((await two.mayday(['fleet', 'token', 'revoke', 'one'])).stdout).toContain(
      'can no longer read logs',
    )
    const refused = await one.mayday(['logs', '1'])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('mayday fleet token renew') })
    expect((await one.mayday(['fleet', 'token'])).stdout).toMatch(
      /node one: made \S+, revoked \S+\nnode two: made/,
    )
    await one.mayday(['fleet', 'token', 'renew'])
    expect((await one.mayday(['logs', '1'])).stdout).toBe('hello\n')
    await rig.query("update nodes set left_at = now() where name = 'one'")
    expect((await one.mayday(['logs', '1'])).stderr).toContain('unknown or revoked')
  })

  test('only the announced certificate is accepted', async () => {
    await using rig = await FleetRig.open(server)
    const [cert, key] = [join(rig.folder, 'node.crt'), join(rig.folder, 'node.key')]
    const [otherCert, otherKey] = [join(rig.folder, 'other.crt'), join(rig.folder, 'other.key')]
    makeCertificate(cert, key)
    makeCertificate(otherCert, otherKey)
    const two = await rig.node('two', [
      '--allow-any',
      '--listen',
      '127.0.0.1:0',
      '--cert',
      cert,
      '--key',
      key,
    ])
    const one = await rig.node('one')
    await one.mayday(['add', 'Speak', '--', 'sh', '-c', 'echo hello; date > made.txt'])
    two.start()
    await settled(two)
    const [place] = await rig.query("select logs ->> 'url' as url from nodes where name = 'two'")
    expect(String(place?.['url'])).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect((await one.mayday(['logs', '1'])).stdout).toBe('hello\n')
    const forged = JSON.stringify({ certificate: readFileSync(otherCert, 'utf8') })
    await rig.db.query("update nodes set logs = logs || $1::jsonb where name = 'two'", [forged])
    const { code, stderr } = await one.mayday(['logs', '1'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Node two does not answer') })
    expect(stderr).toMatch(/certificate/)
  })

  test('join says how logs are served', async () => {
    await using rig = await FleetRig.open(server)
    const node = await rig.node('one')
    const join = (...words: readonly string[]): ReturnType<TestNode['mayday']> =>
      node.mayday(['fleet', 'join', '--name', 'one', '--schema', rig.address.schema, ...words])
    expect((await join()).stdout).toContain('others on this machine can read its logs')
    const open = await join('--listen', '0.0.0.0:7443', '--address', 'build-3.example.com:7443')
    expect(open.stdout).toContain('can read its logs at http://build-3.example.com:7443.')
    expect(open.stderr).toContain('unencrypted')
    expect((await join('--listen', '0.0.0.0:7443')).stderr).toContain('--address HOST:PORT')
    expect((await join('--listen', 'none')).stdout).toContain('not served')
    expect((await join('--listen', '127.0.0.1:99999')).code).toBe(2)
    expect((await join('--cert', '/nonexistent')).stderr).toContain('--cert FILE --key FILE')
  })
})

function makeCertificate(cert: string, key: string): void {
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=node`
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
}
