/** Retries, sessions, rollbacks, breakers, fallbacks and people: across nodes as on one machine. */
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetRig, gitIn, type TestNode, STEADY_LEASE_S } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { agent } from '../task-repository.ts'

let server: TestPostgres

const TRUSTED = { MAYDAY_TRUST: '1' }

async function must(node: TestNode, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await node.mayday(words, TRUSTED)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

const statuses = async (rig: FleetRig): Promise<readonly unknown[]> =>
  (await rig.query('select status from tasks order by number')).map(({ status }) => status)

/** A pause may not be over yet. */
const finish = (rig: FleetRig, node: TestNode): Promise<void> =>
  rig.until('the task to succeed', async () => {
    await must(node, 'work', '--fleet', '--once')
    return (await statuses(rig))[0] === 'succeeded'
  })

function copyAs(rig: FleetRig, name: string, as: string): string {
  const path = join(rig.folder, as)
  copyFileSync(agent(name), path)
  chmodSync(path, 0o755)
  return path
}

const onBranch = (rig: FleetRig, path: string): string =>
  gitIn(rig.remote ?? '', 'show', `mayday/task-1:${path}`)

describe.skipIf(!isPostgresHere)('recovery on a fleet', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('another node continues with a hand-off, not the session', async () => {
    await using rig = await FleetRig.open(server)
    rig.makeRemote()
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    const claude = copyAs(rig, 'says-what-it-did.sh', 'claude')
    await must(one, 'add', 'Long work', '--', claude, '-p', '{prompt}', '--verbose')
    await must(one, 'work', '--fleet', '--once')
    await finish(rig, two)
    const prompt = onBranch(rig, 'prompt-2.txt')
    expect(prompt).not.toContain('--resume')
    expect(prompt).toContain('The parser is half rewritten; the tokenizer is next.')
  })

  test('the node that has the session resumes it', async () => {
    await using rig = await FleetRig.open(server)
    rig.makeRemote()
    const node = await rig.node('one')
    const claude = copyAs(rig, 'says-what-it-did.sh', 'claude')
    await must(node, 'add', 'Long work', '--', claude, '-p', '{prompt}', '--verbose')
    await must(node, 'work', '--fleet', '--once')
    await finish(rig, node)
    expect(onBranch(rig, 'prompt-2.txt')).toContain('--resume 7d2f1c3e-5a4b-4c6d-8e9f-0a1b2c3d4e5f')
  })

  test('a rollback on one node is the start on another', async () => {
    await using rig = await FleetRig.open(server)
    rig.makeRemote()
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    // Long enough that the first node does not make the second attempt itself.
    writeFileSync(join(one.path, 'mayday.yaml'), 'schedule:\n  backoff: [20s]\n')
    const script =
      'if [ "$MAYDAY_ATTEMPT" = 1 ]; then echo "def broken(:" > app.py; else ls > seen.txt; echo "x = 1" > app.py; fi'
    const verify =
      "grep -q broken app.py 2>/dev/null && { echo '  File \"app.py\", line 1'; echo 'SyntaxError: invalid syntax'; exit 1; }; true"
    await must(one, 'add', 'Build it', '--verify', verify, '--', 'sh', '-c', script)
    await must(one, 'work', '--fleet', '--once')
    expect(await rig.query("select row ->> 'kind' as kind from rows where kind = 'plans'")).toEqual([
      { kind: 'rollback' },
    ])
    await finish(rig, two)
    expect(onBranch(rig, 'seen.txt')).toBe('README.md\nseen.txt')
  })

  test('failures on different nodes trip one breaker', async () => {
    await using rig = await FleetRig.open(server)
    const claude = copyAs(rig, 'meets-a-dead-provider.sh', 'claude')
    const nodes = [await rig.node('one'), await rig.node('two'), await rig.node('three')]
    for (const node of nodes) {
      writeFileSync(join(node.path, 'mayday.yaml'), 'schedule:\n  backoff: [1h]\n')
      await must(node, 'add', `Of ${node.name}`, '--', claude)
      await must(node, 'work', '--fleet', '--once')
    }
    const [, two] = nodes
    if (two === undefined) throw new Error('no node')
    const gates = await rig.query('select key from gates')
    expect(gates.map(({ key }) => String(key).split(':')[0])).toEqual(['breaker'])
    await must(two, 'add', 'Held', '--', claude)
    await must(two, 'work', '--fleet', '--once')
    expect((await statuses(rig)).at(-1)).toBe('queued')
  })

  test('a limited agent is replaced where its fallback is', async () => {
    await using rig = await FleetRig.open(server, STEADY_LEASE_S)
    const limited = agent('hits-a-shared-limit.sh')
    const config = `agents:\n  first:\n    command: [${limited}, ${rig.folder}, "3600"]\n    reads: claude\n  second:\n    command: [sh, -c, "date > made.txt"]\n`
    const [one, two] = [
      await rig.node('one', ['--allow', 'first=team']),
      await rig.node('two', ['--allow', 'second=other']),
    ]
    for (const { path } of [one, two]) writeFileSync(join(path, 'mayday.yaml'), config)
    // A node has the agents that its config describes when it joins.
    await must(one, 'fleet', 'join', '--schema', rig.address.schema, '--allow', 'first=team')
    await must(one, 'add', 'Either', '--agent', 'first', '--fallback', 'second')
    // Nothing holds the first agent, and its node is here.
    expect(await must(two, 'work', '--fleet', '--once')).not.toContain('Claimed')
    await must(one, 'work', '--fleet', '--once')
    expect(await rig.query('select key from gates')).toEqual([{ key: 'usage:first:team' }])
    await finish(rig, two)
    expect(await rig.query('select account from runs order by number')).toMatchObject([
      { account: 'team' },
      { account: 'other' },
    ])
  })

  test('a third checkout answers what two nodes ask', async () => {
    await using rig = await FleetRig.open(server)
    const blocked = join(rig.folder, 'blocked.sh')
    writeFileSync(blocked, '#!/bin/sh\nexit 4\n', { mode: 0o755 })
    const [one, two, person] = [
      await rig.node('one'),
      await rig.node('two'),
      await rig.node('person', ['--allow', 'nothing']),
    ]
    await must(one, 'add', 'Blocked', '--attempts', '1', '--', blocked)
    await must(one, 'work', '--fleet', '--once')
    const { escalations } = JSON.parse(await must(person, 'escalations', '--json'))
    expect(escalations).toMatchObject([{ task: 1, state: 'open' }])
    writeFileSync(blocked, '#!/bin/sh\ndate > made.txt\n')
    await must(person, 'retry', '--task', '1')
    await must(two, 'work', '--fleet', '--once')
    expect(await statuses(rig)).toEqual(['succeeded'])
    expect(JSON.parse(await must(one, 'escalations', '--json'))).toMatchObject({ escalations: [] })
  })
})
