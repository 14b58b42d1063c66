/** Commands that look at runs and decide about tasks, on a fleet: what they show, and what they say if they cannot. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetRig, type TestNode, STEADY_LEASE_S } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { agent } from '../task-repository.ts'
import { stopPostgres } from '../../src/fleet/local-postgres.ts'

let server: TestPostgres

const SIDE_BY_SIDE = 5

const said = async (node: TestNode, ...words: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await node.mayday(words)
  return stdout + stderr
}

/** One node has made a run that the other one asks about. */
async function workedRig(command: string): Promise<{ rig: FleetRig; one: TestNode; two: TestNode }> {
  const rig = await FleetRig.open(server)
  rig.makeRemote()
  const [one, two] = [await rig.node('one'), await rig.node('two')]
  await said(one, 'add', 'Say hello', '--', 'sh', '-c', command)
  await said(one, 'work', '--fleet', '--once')
  return { rig, one, two }
}

describe.skipIf(!isPostgresHere)('commands on a fleet', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('a story is read through the node that has it', async () => {
    const { rig, one, two } = await workedRig('echo hello; echo more > made.txt')
    await using _ = rig
    expect(await said(two, 'show', '1', '--story')).toContain('Node one does not work now')
    one.start()
    await rig.until('the story', async () => (await said(two, 'show', '1', '--story')).includes('hello'))
    const { stdout } = await two.mayday(['show', '1', '--story', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ node: 'one', file: expect.stringMatching(/^logs\/.*\.log$/) })
  })

  test('a shown run names the node that has its files', async () => {
    const { rig, one, two } = await workedRig('echo "error: 1 failed"; exit 1')
    await using _ = rig
    const run = JSON.parse((await two.mayday(['show', '1', '--json'])).stdout)
    expect(run).toMatchObject({
      node: 'one',
      files: { log: null, noLog: 'Its log is on node one: mayday logs 1' },
    })
    const text = await said(two, 'show', '1')
    expect(text).toMatch(/ log +one:logs\//)
    expect(text).toMatch(/ folder +one:\//)
    expect(text).not.toContain('(removed)')
    // On its own node the paths can be opened.
    const own = /^ +log +(\/.*)$/m.exec(await said(one, 'show', '1'))?.[1] ?? ''
    expect(existsSync(own)).toBe(true)
    expect(JSON.parse((await one.mayday(['show', '1', '--json'])).stdout)).toMatchObject({ node: null })
  })

  test('a node names evidence that can be opened', async () => {
    await using rig = await FleetRig.open(server)
    const one = await rig.node('one')
    await said(one, 'add', 'Fail', '--attempts', '1', '--', 'sh', '-c', 'echo "error: 1 failed"; exit 1')
    const told = await said(one, 'work', '--fleet', '--once')
    expect(existsSync(/^ +(\/.*worker\.log):1$/m.exec(told)?.[1] ?? told)).toBe(true)
  })

  test('a node that has just ended is away', async () => {
    const { rig, two } = await workedRig('true')
    await using _ = rig
    expect(await said(two, 'fleet', 'nodes')).toMatch(/^one: away, last contact/m)
  })

  test('a diff is shown by the node that has the work', async () => {
    const { rig, one, two } = await workedRig('echo more > made.txt')
    await using _ = rig
    expect(await said(one, 'diff', '1')).toContain('+more')
    expect((await one.mayday(['open', '1', '--json'])).code).toBe(0)
    for (const command of ['diff', 'open'])
      expect(await said(two, command, '1')).toBe(
        `mayday: Run 1 ran on node one, and its work was kept there. On that machine: mayday ${command} 1. The work of its task is on the branch mayday/task-1.\n`,
      )
    expect(await said(two, 'show', '1', '--attempts')).toContain('changed  made.txt')
  })

  test('a decision is undone where it was made', async () => {
    const { rig, one, two } = await workedRig('exit 1')
    await using _ = rig
    await said(one, 'add', 'Another', '--', 'true')
    const task = String((await rig.query('select max(number)::int as task from tasks'))[0]?.['task'])
    expect(await said(one, 'skip', task)).toContain(`To run it again: mayday retry --task ${task}\n`)
    expect(await said(two, 'undo', task)).toContain('has no skip or done that can be undone')
    expect(await said(one, 'undo', task)).toBe(`Task ${task} is queued again; it was skipped.\n`)
    expect(await said(two, 'queue')).toContain('Another')
  })

  test('a task that no node can do is named', async () => {
    await using rig = await FleetRig.open(server, STEADY_LEASE_S)
    const node = await rig.node('one', ['--allow', 'sh=team'])
    const needs = 'No connected node can do task 1. It needs: codex, label gpu.'
    expect(await said(node, 'add', 'Draw', '--agent', 'codex', '--label', 'gpu')).toBe(
      `Task 1 is queued. ${needs} See: mayday fleet nodes\n`,
    )
    expect(await said(node, 'queue')).toContain(needs)
    expect(await said(node, 'fleet', 'status')).toContain(needs)
  })

  test('a program that is not installed is left to others', async () => {
    await using rig = await FleetRig.open(server, STEADY_LEASE_S)
    const node = await rig.node('one')
    const allowed = ['--allow', 'no-such-program=team', '--allow', 'sh=team']
    expect(await said(node, 'fleet', 'join', '--schema', rig.address.schema, ...allowed)).toContain(
      'no-such-program is not installed here: this node takes no task that needs it.',
    )
    const needs = 'No connected node can do task 1. It needs: no-such-program.'
    expect(await said(node, 'add', 'Try', '--', 'no-such-program')).toContain(needs)
    expect(await said(node, 'work', '--fleet', '--once')).not.toContain('Claimed')
    expect(await said(node, 'fleet', 'nodes')).toContain('\n  not installed: no-such-program\n')
    expect(await said(node, 'retry', '--task', '1')).toContain(needs)
  })

  test('mayday.yaml names the account of an agent', async () => {
    await using rig = await FleetRig.open(server)
    const node = await rig.node('one')
    writeFileSync(join(node.path, 'mayday.yaml'), 'agents: {claude: {account: team-a}}\n')
    const joining = ['fleet', 'join', '--schema', rig.address.schema, '--allow', 'claude']
    const untrusted = await node.mayday(joining, { MAYDAY_TRUST: '' })
    expect(untrusted.stdout).toContain('claude (account one/claude)')
    expect(await said(node, ...joining)).toContain('claude (account team-a)')
    expect(await said(node, ...joining, '--allow', 'claude=team-b')).toContain('claude (account team-b)')
  })

  test('files of a task are found on its node', async () => {
    const { rig, one, two } = await workedRig('echo more > made.txt')
    await using _ = rig
    expect(await said(one, 'unmerged')).toContain('mayday/task-1')
    expect(await said(two, 'unmerged')).toContain('1 branch of the fleet: not in this repository')
    expect(await said(one, 'snapshots', '1')).toContain('the start of the task')
    for (const command of ['snapshots', 'restore'])
      expect(await said(two, command, '1')).toContain('Task 1 is not in the record of this node')
    expect(await said(one, 'rediagnose', '1')).toContain('1 as before')
    expect(await said(two, 'rediagnose', '1')).toContain('The node that ran it: mayday show 1')
    expect(await said(one, 'rediagnose', '1', '--apply')).toContain('are not replaced from one node')
    expect(await said(one, 'resume', '1')).toContain('To run its task again: mayday retry 1')
    expect(await said(one, 'clean', '--older-than', '0s')).toContain('1 run folder was removed')
  })

  test('a phase is completed for all nodes', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    const fails = ['sh', '-c', 'echo "error: 1 failed"; exit 1']
    await said(one, 'add', 'Fail', '--phase', '3', '--attempts', '1', '--', ...fails)
    await said(one, 'work', '--fleet', '--once')
    expect(await said(two, 'context', '--phase', '3')).toContain('1 failed')
    expect(await said(two, 'phase', 'complete', '3')).toContain('1 lesson cleared')
    expect(await said(one, 'lessons')).toContain('No lessons.')
  })

  test('tasks behind a gate say what they wait for', async () => {
    await using rig = await FleetRig.open(server)
    const limited = agent('hits-a-shared-limit.sh')
    const [one, two] = [
      await rig.node('one', ['--allow', `${limited}=team`]),
      await rig.node('two', ['--allow', 'sh']),
    ]
    one.start()
    for (const title of ['First', 'Second'])
      await said(two, 'add', title, '--parallel', '--', limited, rig.folder, '3600')
    await rig.until('the gate', async () => (await rig.query('select 1 from gates')).length === 1)
    await rig.until('the end of the runs', async () => !(await said(two, 'queue')).includes('running'))
    expect((await said(two, 'queue')).match(/waits for the usage limit/g)).toHaveLength(2)
    const { gates } = JSON.parse((await two.mayday(['wait', '--json'])).stdout)
    expect(gates).toMatchObject([{ tasks: [1, 2] }])
  })

  test('every command says that Postgres does not answer', async () => {
    const { rig, one } = await workedRig('exit 1')
    await using _ = rig
    const card = 'board/phase-5/backlog/5.2-locks.md'
    mkdirSync(dirname(join(one.path, card)), { recursive: true })
    writeFileSync(join(one.path, card), '---\ntitle: Locks\nphase: 5.2\nagent_status: idle\n---\n# Locks\n')
    stopPostgres(server.folder)
    const commands = [
      ['enqueue', card, '--flow', 'implement', '--', 'true'],
      ['reset', card, '--yes'],
      ['retry', card],
      ['retry', '--task', '1'],
      ['context', '--phase', '5'],
      ['phase', 'complete', '5'],
      ['unmerged'],
      ['add', 'More', '--', 'true'],
      ['cancel', '1'],
      ['retry', '1'],
      ['skip', '1'],
      ['done', '1'],
      ['undo', '1'],
      ['ack', '1'],
      ['correct', '1', '--reason', 'TESTS_FAILED'],
      ['lessons'],
      ['queue'],
      ['status'],
      ['tasks'],
      ['history'],
      ['stats'],
      ['failures'],
      ['escalations'],
      ['wait'],
      ['show', '1'],
      ['show', '1', '--story'],
      ['diff', '1'],
      ['open', '1'],
      ['logs', '1'],
      ['board', '--port', '0'],
      ['fleet', 'status'],
      ['fleet', 'nodes'],
      ['fleet', 'drain', 'one'],
      ['fleet', 'lost', 'two'],
      ['fleet', 'limit', 'team', '3'],
      ['fleet', 'cards', '--take'],
      ['fleet', 'token', 'list'],
      ['fleet', 'join', '--schema', rig.address.schema, '--allow-any'],
      ['fleet', 'init', '--schema', rig.address.schema],
      ['board', '--fleet', '--port', '0'],
    ]
    const answers: string[] = []
    const ask = async (words: readonly string[]): Promise<void> => {
      const { code, stderr } = await one.mayday(words)
      answers.push(`${words.join(' ')}: ${code} ${/does not answer: .*ECONNREFUSED/.test(stderr)}`)
      expect(stderr).not.toContain(new URL(rig.address.url).password)
    }
    for (let at = 0; at < commands.length; at += SIDE_BY_SIDE)
      await Promise.all(commands.slice(at, at + SIDE_BY_SIDE).map(ask))
    expect(answers).toHaveLength(commands.length)
    expect(answers.filter((answer) => !answer.endsWith(': 2 true'))).toEqual([])
  })
})
