/** A fleet through the real command: real nodes, real agents, a real Postgres. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberFile } from '../../src/record/joined-fleet.ts'
import { projectAt } from '../../src/record/project.ts'
import { fleetCrashPoints, type CrashPoint } from '../../src/supervision/crash-point.ts'
import { nodeProject } from '../../src/fleet/member.ts'
import { startPostgres, stopPostgres } from '../../src/fleet/local-postgres.ts'
import { FleetRig, type TestNode, STEADY_LEASE_S } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { testProject, until } from '../running-mayday.ts'
import { orAll } from '../soak/size.ts'
import { agent } from '../task-repository.ts'

let server: TestPostgres

/** `npm test` kills at two of them, the soak at each. */
const points = orAll<CrashPoint>(['fleet claim kept', 'fleet outcome kept'], fleetCrashPoints)

const traces = agent('leaves-traces.sh')

async function add(node: TestNode, title: string, ...words: readonly string[]): Promise<void> {
  const { code, stderr } = await node.mayday(['add', title, ...words])
  if (code !== 0) throw new Error(stderr)
}

const statuses = async (rig: FleetRig): Promise<readonly unknown[]> =>
  (await rig.query('select status from tasks order by number')).map(({ status }) => status)

describe.skipIf(!isPostgresHere)('a fleet', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('what one adds another one works on', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    await add(one, 'Say hello', '--', 'sh', '-c', 'echo hello; date > made.txt')
    const { code, stdout } = await two.mayday(['work', '--fleet', '--once'])
    expect(stdout).toContain('Claimed task 1 as run 1')
    expect(code).toBe(0)
    expect(await statuses(rig)).toEqual(['succeeded'])
    expect((await one.mayday(['history'])).stdout).toMatch(/1 {2}✓ succeeded .* Say hello/)
    expect((await one.mayday(['show', '1'])).stdout).toContain('changed   1 file: made.txt')
    expect((await two.mayday(['logs', '1'])).stdout).toBe('hello\n')
    const elsewhere = await one.mayday(['logs', '1'])
    expect(elsewhere.code).toBe(2)
    expect(elsewhere.stderr).toMatch(/Run 1 ran on node two, which was in contact \S+ ago\. Its log is there/)
  })

  test('the next attempt elsewhere knows the lesson', async () => {
    await using rig = await FleetRig.open(server, STEADY_LEASE_S)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    const verify = 'test -f fixed.txt || { echo "1 failed, 0 passed in 0.1s"; exit 1; }'
    await add(one, 'Fix it', '--verify', verify, '--', 'sh', agent('learns-from-its-prompt.sh'))
    await one.mayday(['work', '--fleet', '--once'])
    expect((await two.mayday(['queue'])).stdout).toContain('waiting')
    expect((await two.mayday(['lessons'])).stdout).toContain('1 failed')
    expect((await two.mayday(['retry', '1'])).stdout).toContain('A node of the fleet will start it')
    const { stdout } = await two.mayday(['work', '--fleet', '--once'])
    expect(stdout).toContain('attempt 2')
    expect(await statuses(rig)).toEqual(['succeeded'])
    expect(readFileSync(join(two.path, 'fixed.txt'), 'utf8')).toBe('attempt 2\n')
  })

  test('accounts keep their limit across nodes', async () => {
    await using rig = await FleetRig.open(server)
    const join3 = ['--allow', `${traces}=team`]
    const nodes = [await rig.node('a', join3), await rig.node('b', join3), await rig.node('c', join3)]
    const [one] = nodes
    if (one === undefined) throw new Error('no node')
    await one.mayday(['fleet', 'limit', 'team', '2'])
    for (let n = 0; n < 6; n += 1) await add(one, `Task ${n}`, '--', traces, rig.traces, '4')
    for (const node of nodes) node.start(['--concurrency', '2'])
    await rig.until('all tasks to be done', async () =>
      (await statuses(rig)).every((one) => one === 'succeeded'),
    )
    expect(rig.spans()).toHaveLength(6)
    expect(rig.peak()).toBeLessThanOrEqual(2)
  })

  test('a cancel from anywhere stops the run', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    await add(one, 'Take long', '--', traces, rig.traces, '6000')
    two.start()
    await until('the agent to begin', () => rig.trace().length > 0)
    expect((await one.mayday(['cancel', '1'])).stdout).toBe('Task 1 is canceled. Its node stops run 1.\n')
    await until('the node to settle it', () => two.lines('node:settled').length > 0)
    expect(await statuses(rig)).toEqual(['canceled'])
    expect((await one.mayday(['history'])).stdout).toContain('canceled')
  })

  test('no agent and no output sees the address', async () => {
    await using rig = await FleetRig.open(server)
    const node = await rig.node('one')
    const password = new URL(rig.address.url).password
    await add(node, 'Look around', '--', 'sh', '-c', 'env; cat /proc/$PPID/environ; true')
    const { stdout, stderr } = await node.mayday(['work', '--fleet', '--once'])
    const { stdout: log } = await node.mayday(['logs', '1'])
    expect(log).toContain('MAYDAY_RUN_ID')
    expect(stdout + stderr + log).not.toContain(password)
    expect(log).not.toContain('MAYDAY_FLEET')
    // Given by the environment, it is on no disk either.
    const member = memberFile(projectAt(node.path, process.env))
    expect(readFileSync(member, 'utf8')).not.toContain(password)
    chmodSync(member, 0o644)
    const open = await node.mayday(['queue'])
    expect(open).toMatchObject({ code: 2, stderr: expect.stringContaining('chmod 600') })
  })

  test('a node runs nothing that it does not allow', async () => {
    await using rig = await FleetRig.open(server, STEADY_LEASE_S)
    const node = await rig.node('one', ['--allow', './mine.sh', '--allow-command', 'true'])
    writeFileSync(join(node.path, 'mine.sh'), '#!/bin/sh\ndate > made.txt\n', { mode: 0o755 })
    await add(node, 'Foreign program', '--', 'sh', '-c', 'touch owned')
    await add(node, 'Foreign command', '--verify', 'touch owned', '--', './mine.sh')
    await add(node, 'Allowed', '--verify', 'true', '--', './mine.sh')
    await node.mayday(['work', '--fleet', '--once'])
    expect(await statuses(rig)).toEqual(['queued', 'queued', 'succeeded'])
    const { stdout } = await node.mayday(['fleet', 'status'])
    expect(stdout).toContain('No connected node can do task 1. It needs: sh.')
  })

  test('commands say that Postgres does not answer', async () => {
    await using rig = await FleetRig.open(server)
    const node = await rig.node('one')
    stopPostgres(server.folder)
    try {
      const { code, stderr } = await node.mayday(['add', 'Something', '--', 'true'])
      expect(code).toBe(2)
      expect(stderr).toMatch(
        /^mayday: The fleet's database postgres:\/\/mayday@127.0.0.1:\d+\/postgres does not answer: .*ECONNREFUSED.* Nothing was changed\.\n$/,
      )
    } finally {
      startPostgres(server.folder)
    }
  })

  test('a node leaves a fleet whose database is gone', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    const outbox = join(nodeProject(projectAt(two.path, process.env), process.env).record, 'outbox')
    mkdirSync(outbox, { recursive: true })
    writeFileSync(join(outbox, 'unsent.json'), '{}')
    stopPostgres(server.folder)
    try {
      const { code, stdout } = await one.mayday(['fleet', 'leave'])
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('mayday fleet lost one') })
      expect((await one.mayday(['queue'])).code).toBe(0)
      expect((await two.mayday(['fleet', 'leave'])).code).toBe(2)
    } finally {
      startPostgres(server.folder)
    }
  })

  test.each(points)('a node killed at "%s" loses nothing', async (point) => {
    await using rig = await FleetRig.open(server)
    rig.makeRemote()
    const node = await rig.node('one')
    await add(node, 'Once', '--', traces, rig.traces, '1')
    const { code } = await node.mayday(['work', '--fleet', '--once'], { MAYDAY_CRASH_AT: point })
    expect(code).not.toBe(0)
    await node.mayday(['work', '--fleet', '--once'])
    expect(await statuses(rig)).toEqual(['succeeded'])
    expect(rig.spans()).toHaveLength(1)
    const runs = await rig.query("select state from runs where state <> 'none'")
    expect(runs).toEqual([{ state: 'ended' }])
    expect(
      await rig.query('select run from slots where run is not null union select run from serial_locks'),
    ).toEqual([])
  })

  test('a person decides about tasks of the fleet', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    await add(one, 'Blocked', '--attempts', '1', '--', 'sh', '-c', 'exit 4')
    await add(one, 'Wrongly judged', '--attempts', '1', '--', 'sh', '-c', 'echo done; exit 3')
    await two.mayday(['work', '--fleet', '--once'])
    expect(await statuses(rig)).toEqual(['escalated', 'escalated'])
    const { escalations } = JSON.parse((await one.mayday(['escalations', '--json'])).stdout)
    const [first] = escalations
    expect((await one.mayday(['ack', String(first.number), '--note', 'seen'])).stdout).toContain(
      'acknowledged',
    )
    expect((await two.mayday(['escalations'])).stdout).toContain('seen')
    const { runs } = JSON.parse((await two.mayday(['history', '--json'])).stdout)
    const judged = runs.find((run: { title: string }) => run.title === 'Wrongly judged')
    expect((await one.mayday(['correct', String(judged.run), '--reason', 'none'])).stdout).toContain(
      'Task 2 is done',
    )
    expect((await two.mayday(['skip', '1'])).stdout).toContain('Task 1 is skipped; it was escalated.')
    expect(await statuses(rig)).toEqual(['skipped', 'succeeded'])
    expect((await one.mayday(['escalations'])).stdout).not.toContain('Blocked')
    expect((await two.mayday(['show', String(judged.run)])).stdout).toContain('✓ succeeded ✎')
  })

  test('a person opens a gate for all nodes', async () => {
    await using rig = await FleetRig.open(server)
    const limited = agent('hits-a-shared-limit.sh')
    const [one, two] = [await rig.node('one', ['--allow', `${limited}=team`]), await rig.node('two')]
    await add(one, 'Limited', '--', limited, rig.folder, '3600')
    await one.mayday(['work', '--fleet', '--once'])
    const { gates } = JSON.parse((await two.mayday(['wait', '--json'])).stdout)
    expect(gates).toMatchObject([{ key: 'usage:hits-a-shared-limit.sh:team', reason: 'USAGE_LIMIT' }])
    expect((await two.mayday(['wait', '--open', gates[0].key])).code).toBe(0)
    expect(await rig.query('select 1 from gates')).toEqual([])
    writeFileSync(join(rig.folder, 'reset'), '0')
    await one.mayday(['work', '--fleet', '--once'])
    expect(await statuses(rig)).toEqual(['succeeded'])
  })

  test('a try on one machine comes up and goes', async () => {
    await using project = await testProject()
    const env = { MAYDAY_STATE: project.file('state') }
    const joining = ['fleet', 'join', '--allow', 'claude=team-a']
    const up = await project.mayday(['fleet', 'up'], env)
    expect(up).toMatchObject({ code: 0, stdout: expect.stringContaining('Postgres is up in') })
    try {
      const joined = await project.mayday(joining, env)
      expect(joined.stdout).toContain('agents and programs: claude (account team-a)')
      expect((await project.mayday(['fleet', 'nodes'], env)).stdout).toContain('claude')
      await project.mayday(['add', 'Once', '--agent', 'claude'], env)
    } finally {
      expect((await project.mayday(['fleet', 'up', '--stop'], env)).stdout).toContain('Stopped and deleted')
    }
    expect((await project.mayday(['queue'], env)).stderr).toContain('The address of the fleet is not known')
    await project.mayday(['fleet', 'up'], env)
    try {
      // Another database, with another address.
      expect((await project.mayday(['queue'], env)).stdout).toContain('Nothing is queued')
      expect((await project.mayday(joining, env)).code).toBe(0)
    } finally {
      await project.mayday(['fleet', 'up', '--stop'], env)
    }
    expect((await project.mayday(['fleet', 'leave'], env)).code).toBe(0)
  })

  test('a watched status shows what others do', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    await add(two, 'Added before', '--', 'true')
    one.go(['status', '--watch', '--json'])
    await until('the first look', () => one.printed.includes('Added before'))
    await add(two, 'Added meanwhile', '--', 'true')
    await until('another look', () => one.printed.includes('Added meanwhile'))
    expect(one.printed).toContain('"isShared":true')
  })

  test('one checkout is one node', async () => {
    await using rig = await FleetRig.open(server)
    const node = await rig.node('one')
    node.start()
    await until('the node to work', () => node.lines('node:joined').length > 0)
    const second = await node.mayday(['work', '--fleet'])
    expect(second).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('works in this checkout already'),
    })
  })

  test('a copied state folder becomes another node', async () => {
    await using rig = await FleetRig.open(server)
    const node = await rig.node('one')
    const member = memberFile(projectAt(node.path, process.env))
    const copied = JSON.parse(readFileSync(member, 'utf8'))
    writeFileSync(member, JSON.stringify({ ...copied, machine: 'another one' }))
    await node.mayday(['work', '--fleet', '--once'])
    const nodes = await rig.query('select id from nodes')
    expect(nodes).toHaveLength(2)
  })

  test('a project that leaves has its own queue again', async () => {
    await using rig = await FleetRig.open(server)
    const node = await rig.node('one')
    await add(node, 'Of the fleet', '--', 'true')
    expect((await node.mayday(['fleet', 'leave'])).code).toBe(0)
    expect((await node.mayday(['queue'])).stdout).not.toContain('Of the fleet')
    expect((await node.mayday(['fleet', 'status'])).stderr).toContain('has joined no fleet')
  })
})
