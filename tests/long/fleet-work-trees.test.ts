/** Work trees on a fleet: made from the git remote, pushed to it, and removed. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetRig, gitIn, type TestNode } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'

let server: TestPostgres

async function add(node: TestNode, title: string, ...words: readonly string[]): Promise<void> {
  const { code, stderr } = await node.mayday(['add', title, ...words])
  if (code !== 0) throw new Error(stderr)
}

const work = async (node: TestNode, env: Record<string, string> = {}): Promise<string> => {
  const { stdout, stderr } = await node.mayday(['work', '--fleet', '--once'], env)
  return stdout + stderr
}

const statuses = async (rig: FleetRig): Promise<readonly unknown[]> =>
  (await rig.query('select status from tasks order by number')).map(({ status }) => status)

/** The files of a branch on the remote. */
const filesOf = ({ remote }: Pick<FleetRig, 'remote'>, branch: string): readonly string[] =>
  gitIn(remote ?? '', 'ls-tree', '--name-only', branch).split('\n')

/** The causes of the open escalations. */
async function causes(node: TestNode): Promise<string> {
  const { escalations } = JSON.parse((await node.mayday(['escalations', '--json'])).stdout)
  return escalations.map(({ cause }: { cause: string }) => cause).join('\n')
}

/** Trees lie beside the records. */
const treesOf = ({ record }: TestNode): readonly string[] => {
  const folder = join(record, '../trees', basename(record))
  return existsSync(folder) ? readdirSync(folder) : []
}

describe.skipIf(!isPostgresHere)('work trees on a fleet', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('work is pushed and its tree is removed', async () => {
    await using rig = await FleetRig.open(server)
    rig.makeRemote()
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    await add(one, 'Make it', '--', 'sh', '-c', 'echo made > made.txt')
    const told = await work(two)
    expect(told).toContain('Pushed task 1 to mayday/task-1')
    expect(told).toContain('Removed the work tree of task 1')
    expect(await statuses(rig)).toEqual(['succeeded'])
    expect(filesOf(rig, 'mayday/task-1')).toEqual(['README.md', 'made.txt'])
    expect(gitIn(rig.remote ?? '', 'log', '-1', '--format=%an: %s', 'mayday/task-1')).toBe(
      'Mayday: Task 1: Make it',
    )
    // Neither the checkout nor the main branch changed.
    expect(existsSync(join(two.path, 'made.txt'))).toBe(false)
    expect(filesOf(rig, 'main')).toEqual(['README.md'])
    expect(treesOf(two)).toEqual([])
  })
  test('the next attempt elsewhere begins from the pushed branch', async () => {
    await using rig = await FleetRig.open(server)
    rig.makeRemote()
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    const verify = 'test "$(wc -l < steps.txt)" = 2 || { echo "1 failed, 0 passed in 0.1s"; exit 1; }'
    const script =
      'echo "$MAYDAY_ATTEMPT" >> steps.txt; git add steps.txt; git commit -qm "step $MAYDAY_ATTEMPT"; echo more > "loose-$MAYDAY_ATTEMPT.txt"'
    await add(one, 'Take two steps', '--verify', verify, '--', 'sh', '-c', script)
    const env = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@a',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@a',
    }
    await work(one, env)
    expect(filesOf(rig, 'mayday/task-1')).toEqual(['README.md', 'loose-1.txt', 'steps.txt'])
    expect(treesOf(one)).toEqual(['task-1'])
    await two.mayday(['retry', '1'])
    await work(two, env)
    expect(await statuses(rig)).toEqual(['succeeded'])
    expect(filesOf(rig, 'mayday/task-1')).toEqual(['README.md', 'loose-1.txt', 'loose-2.txt', 'steps.txt'])
    const log = gitIn(rig.remote ?? '', 'log', '--format=%s', 'mayday/task-1').split('\n')
    expect(log).toEqual([
      'Task 1: Take two steps',
      'step 2',
      'Task 1: Take two steps',
      'step 1',
      'readme',
      'start',
    ])
  })

  test('a task begins at the branch that it names', async () => {
    await using rig = await FleetRig.open(server)
    const remote = rig.makeRemote()
    gitIn(remote, 'branch', 'old', 'main~1')
    const node = await rig.node('one')
    await add(node, 'Old', '--base', 'old', '--', 'sh', '-c', 'ls -A > made.txt')
    await add(
      node,
      'Commit',
      '--base',
      gitIn(remote, 'rev-parse', 'old'),
      '--',
      'sh',
      '-c',
      'date > made.txt',
    )
    await work(node)
    expect(filesOf(rig, 'mayday/task-1')).toEqual(['made.txt'])
    expect(filesOf(rig, 'mayday/task-2')).toEqual(['made.txt'])
    const wrong = await node.mayday(['add', 'Wrong', '--base', '--upload-pack=x', '--', 'true'])
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--base') })
  })

  test('a branch of somebody else is not overwritten', async () => {
    await using rig = await FleetRig.open(server)
    const remote = rig.makeRemote()
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    gitIn(remote, 'branch', 'mayday/task-1', 'main')
    await add(one, 'Taken name', '--', 'sh', '-c', 'date > made.txt')
    await work(one)
    expect(await causes(two)).toContain('has a branch mayday/task-1 that this task did not push')
    expect(gitIn(remote, 'rev-parse', 'mayday/task-1')).toBe(gitIn(remote, 'rev-parse', 'main'))
    gitIn(remote, 'branch', '-D', 'mayday/task-1')
    expect((await two.mayday(['retry', '--task', '1'])).code).toBe(0)
    await work(two)
    expect(await statuses(rig)).toEqual(['succeeded'])
  })

  test('a branch that moved meanwhile refuses the push', async () => {
    await using rig = await FleetRig.open(server)
    const remote = rig.makeRemote()
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    // A person pushes to the task's branch while the agent works.
    const meanwhile = `[ "$MAYDAY_ATTEMPT" -gt 1 ] || git -C '${remote}' branch mayday/task-1 main; date >> made.txt`
    await add(one, 'Race', '--', 'sh', '-c', meanwhile)
    const told = await work(one)
    expect(told).toContain('The work of task 1 could not be pushed: ! [rejected]')
    expect(await statuses(rig)).toEqual(['escalated'])
    expect(await causes(two)).toMatch(
      /could not be pushed to mayday\/task-1 on origin: ! \[rejected\].*stale info/,
    )
    expect(gitIn(remote, 'rev-parse', 'mayday/task-1')).toBe(gitIn(remote, 'rev-parse', 'main'))
    // The work is kept.
    expect(treesOf(one)).toEqual(['task-1'])
    expect(filesOf({ remote: one.path }, 'mayday/task-1')).toContain('made.txt')
    gitIn(remote, 'branch', '-D', 'mayday/task-1')
    await two.mayday(['retry', '--task', '1'])
    await work(one)
    expect(await statuses(rig)).toEqual(['succeeded'])
  })

  test('a protected branch and a missing right are told', async () => {
    await using rig = await FleetRig.open(server)
    const remote = rig.makeRemote()
    const node = await rig.node('one')
    writeFileSync(
      join(remote, 'hooks/pre-receive'),
      '#!/bin/sh\necho "GH006: Protected branch update failed"; exit 1\n',
    )
    chmodSync(join(remote, 'hooks/pre-receive'), 0o755)
    await add(node, 'Protected', '--', 'sh', '-c', 'date > made.txt')
    await work(node)
    expect(await causes(node)).toContain('! [remote rejected]')
    expect(await causes(node)).toContain(
      '(pre-receive hook declined) (remote: GH006: Protected branch update failed)',
    )
  })

  test('a remote that is away escalates before the agent starts', async () => {
    await using rig = await FleetRig.open(server)
    const remote = rig.makeRemote()
    const node = await rig.node('one')
    await add(node, 'Unreachable', '--', 'sh', '-c', 'date > made.txt')
    execFileSync('mv', [remote, `${remote}.away`])
    const told = await work(node)
    expect(told).toMatch(
      /git ls-remote of the remote origin failed: fatal: .*does not appear to be a git repository/,
    )
    expect(await statuses(rig)).toEqual(['escalated'])
    execFileSync('mv', [`${remote}.away`, remote])
    await node.mayday(['retry', '--task', '1'])
    await work(node)
    expect(await statuses(rig)).toEqual(['succeeded'])
  })
  test('an older tree goes when the limit is reached', async () => {
    await using rig = await FleetRig.open(server)
    rig.makeRemote()
    const node = await rig.node('one')
    writeFileSync(join(node.path, 'mayday.yaml'), 'fleet:\n  trees: 1\nschedule:\n  backoff: [1h]\n')
    for (const title of ['One', 'Two', 'Three'])
      await add(node, title, '--verify', 'exit 1', '--', 'sh', '-c', 'date > made.txt')
    expect(await work(node)).toContain('Removed the work tree of task')
    expect(await statuses(rig)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(treesOf(node)).toHaveLength(1)
    expect(filesOf(rig, 'mayday/task-1')).toEqual(['README.md', 'made.txt'])
  })

  test('uncommitted work is a snapshot where the project says so', async () => {
    await using rig = await FleetRig.open(server)
    const remote = rig.makeRemote()
    const node = await rig.node('one')
    writeFileSync(join(node.path, 'mayday.yaml'), 'fleet:\n  uncommitted: snapshot\n  pushSnapshots: true\n')
    await add(node, 'Loose', '--', 'sh', '-c', 'date > made.txt')
    await work(node)
    expect(await statuses(rig)).toEqual(['succeeded'])
    expect(gitIn(remote, 'branch', '--list', 'mayday/*')).toBe('')
    const refs = gitIn(remote, 'for-each-ref', '--format=%(refname)', 'refs/mayday/tasks').split('\n')
    expect(refs.some((ref) => filesOf(rig, ref).includes('made.txt'))).toBe(true)
    // Uncommitted work is only here, so the tree stays.
    expect(treesOf(node)).toEqual(['task-1'])
  })

  test('settings that an agent leaves are not followed', async () => {
    await using rig = await FleetRig.open(server)
    const remote = rig.makeRemote()
    const node = await rig.node('one')
    const owned = join(rig.folder, 'owned')
    const elsewhere = join(rig.folder, 'elsewhere.git')
    execFileSync('git', ['init', '-q', '--bare', elsewhere])
    await add(node, 'Turn it', '--', 'sh', '-c', `git remote set-url origin ${elsewhere}; date > made.txt`)
    await work(node)
    expect(filesOf(rig, 'mayday/task-1')).toContain('made.txt')
    expect(gitIn(elsewhere, 'for-each-ref')).toBe('')
    const tricks = `git config core.sshCommand 'touch ${owned}'; git config url.${elsewhere}.insteadOf ${remote}`
    await add(node, 'Trick it', '--', 'sh', '-c', `${tricks}; date > made.txt`)
    await work(node)
    expect(await causes(node)).toContain('the repository sets core.sshcommand, which Mayday does not follow')
    expect(existsSync(owned)).toBe(false)
    expect(gitIn(elsewhere, 'for-each-ref')).toBe('')
  })

  test('a login in a remote is never shown', async () => {
    await using rig = await FleetRig.open(server)
    rig.makeRemote()
    const node = await rig.node('one')
    gitIn(node.path, 'remote', 'set-url', 'origin', 'http://user:hunter2hunter2@127.0.0.1:9/project.git')
    const joined = await node.mayday(['fleet', 'join', '--schema', rig.address.schema, '--allow-any'])
    expect(joined.stdout).toContain('origin (http://127.0.0.1:9/project.git)')
    await add(node, 'Fetch', '--', 'sh', '-c', 'date > made.txt')
    const told = await work(node)
    expect(told).toContain('127.0.0.1')
    const shown = [joined.stdout, told, await causes(node), (await node.mayday(['queue', '--json'])).stdout]
    expect(shown.join('')).not.toContain('hunter2')
    expect(JSON.stringify(await rig.query('select row from rows'))).not.toContain('hunter2')
  })

  test.each(['fleet push announced', 'fleet pushed', 'fleet outcome shipped'] as const)(
    'a node that is killed at "%s" loses no work',
    async (point) => {
      await using rig = await FleetRig.open(server)
      rig.makeRemote()
      const [one, two] = [await rig.node('one'), await rig.node('two')]
      await add(one, 'Pushed once', '--', 'sh', '-c', 'echo "$MAYDAY_ATTEMPT" >> made.txt')
      await one.mayday(['work', '--fleet', '--once'], { MAYDAY_CRASH_AT: point })
      await work(one)
      await work(two)
      expect(await statuses(rig)).toEqual(['succeeded'])
      expect(gitIn(rig.remote ?? '', 'show', 'mayday/task-1:made.txt')).toBe('1')
      expect(await causes(two)).toBe('')
    },
  )

  test('what a lost node has pushed is taken up', async () => {
    await using rig = await FleetRig.open(server)
    rig.makeRemote()
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    await add(one, 'Pushed, then lost', '--', 'sh', '-c', 'echo "$MAYDAY_ATTEMPT" >> made.txt')
    await one.mayday(['work', '--fleet', '--once'], { MAYDAY_CRASH_AT: 'fleet pushed' })
    await two.mayday(['fleet', 'lost', 'one'])
    two.start()
    await rig.until('the other node', async () => (await statuses(rig))[0] === 'succeeded')
    expect(gitIn(rig.remote ?? '', 'show', 'mayday/task-1:made.txt')).toBe('1\n2')
  })

  test('a late node pushes nothing', async () => {
    await using rig = await FleetRig.open(server)
    const remote = rig.makeRemote()
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    await add(one, 'Late', '--', 'sh', '-c', 'echo "$MAYDAY_ATTEMPT" >> made.txt')
    await one.mayday(['work', '--fleet', '--once'], { MAYDAY_CRASH_AT: 'fleet outcome kept' })
    await two.mayday(['fleet', 'lost', 'one'])
    two.start()
    await rig.until('the other node', async () => (await statuses(rig))[0] === 'succeeded')
    const pushed = gitIn(remote, 'rev-parse', 'mayday/task-1')
    expect(await work(one)).toContain('came too late')
    expect(gitIn(remote, 'rev-parse', 'mayday/task-1')).toBe(pushed)
    // The work of the late run is still on its node.
    expect(treesOf(one)).toEqual(['task-1'])
  })
})
