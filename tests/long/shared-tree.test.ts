/** Rollback and restore in a work tree that several tasks share, through the real command. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { cardProject, LOCKS, QUEUE, type CardProject } from '../card-project.ts'
import { until } from '../running-mayday.ts'
import { agent, git, inStore } from '../task-repository.ts'

vi.setConfig({ testTimeout: 60_000 })

/** A task that ran. */
async function worked(project: CardProject, script: string, ...args: readonly string[]): Promise<void> {
  const title = `Task that does ${script}`
  await project.say('add', title, ...args, '--', 'sh', '-c', script)
  const task = inStore(project, (store) => store.tasks({ isImplicit: false })[0]?.task ?? 0)
  expect(await project.mayday(['run', '--task', `${task}`], { MAYDAY_DIR: '' })).toMatchObject({ code: 0 })
}

const isThere = (project: CardProject, path: string): boolean => existsSync(project.file(path))

/** Task 1 and two later tasks, one of which commits. */
async function sharedTree(): Promise<CardProject> {
  const project = await cardProject()
  project.write('both.txt', 'start\n')
  git(project, 'add', '.')
  git(project, 'commit', '--quiet', '--message=all')
  await worked(project, 'echo one > one.txt; echo one >> both.txt')
  await worked(project, 'echo two > two.txt; echo two >> both.txt')
  const commit = 'git -c user.name=t -c user.email=t@localhost commit --quiet --message=three'
  await worked(project, `echo three > three.txt; git add three.txt; ${commit}`)
  return project
}

describe('a restore', () => {
  test('keeps the work of other tasks', async () => {
    await using project = await sharedTree()
    const asked = await project.mayday(['restore', '1', '1'], { MAYDAY_DIR: '' })
    expect(asked).toMatchObject({
      code: 2,
      stderr: 'mayday: Nothing was restored. To do it: mayday restore 1 1 --yes\n',
    })
    expect(asked.stdout).toBe(`Snapshot 1 of task 1: the start of the task
  - one.txt
Left as they are:
  ~ both.txt  (work of task 2 since then)
  - three.txt  (work of task 3 since then)
  - two.txt  (work of task 2 since then)
To restore these too: --others
`)
    await project.say('restore', '1', '1', '--yes')
    expect(['one.txt', 'two.txt', 'three.txt'].map((path) => isThere(project, path))).toEqual([
      false,
      true,
      true,
    ])
    expect(project.read('both.txt')).toBe('start\none\ntwo\n')
    expect(git(project, 'status', '--porcelain', 'three.txt')).toBe('')
  })

  test('reverts their work only on request', async () => {
    await using project = await sharedTree()
    const { stdout, stderr } = await project.mayday(['restore', '1', '1', '--others'], { MAYDAY_DIR: '' })
    expect(stdout).toContain('  - three.txt  (work of task 3 since then)\n')
    expect(stderr).toContain('mayday restore 1 1 --others --yes')
    const said = await project.say('restore', '1', '1', '--others', '--yes')
    expect(isThere(project, 'two.txt')).toBe(false)
    expect(project.read('both.txt')).toBe('start\n')
    const back = /mayday (restore 1 \d+ --others)/.exec(said)?.[1]?.split(' ') ?? []
    await project.say(...back, '--yes')
    expect(project.read('two.txt')).toBe('two\n')
    expect(project.read('both.txt')).toBe('start\none\ntwo\n')
  })

  test('changes no card unless requested', async () => {
    await using project = await cardProject()
    git(project, 'add', '.')
    git(project, 'commit', '--quiet', '--message=all')
    await worked(project, 'echo one > one.txt')
    await project.say('enqueue', LOCKS, '--', './works.sh')
    project.write(QUEUE, project.read(QUEUE).replace('made', 'made, and changed by hand'))
    const before = [project.read(LOCKS), project.read(QUEUE)]
    const { stdout } = await project.mayday(['restore', '1', '1'], { MAYDAY_DIR: '' })
    expect(stdout).toContain(`  ~ ${LOCKS}  (a card)\n`)
    expect(stdout).toContain('To restore these too: --cards\n')
    await project.say('restore', '1', '1', '--yes')
    expect(isThere(project, 'one.txt')).toBe(false)
    expect([project.read(LOCKS), project.read(QUEUE)]).toEqual(before)
    await project.say('restore', '1', '1', '--cards', '--yes')
    expect(project.read(LOCKS)).toContain('agent_status: idle')
  })

  test('renders the Failure Context again', async () => {
    await using project = await cardProject()
    git(project, 'add', '.')
    git(project, 'commit', '--quiet', '--message=all')
    const fails = 'test -f tried || { touch tried; echo "Error: it broke"; exit 1; }; echo one > one.txt'
    await worked(project, fails, '--phase', '12-01')
    const context = project.read('AGENTS.md')
    expect(context).toContain('### Phase 12:')
    await project.say('restore', '1', '1', '--yes')
    expect(isThere(project, 'one.txt')).toBe(false)
    expect(project.read('AGENTS.md')).toBe(context)
  })

  test('does not restore a completed phase', async () => {
    await using project = await cardProject()
    await project.mayday(['run', '--phase', '12', '--', 'sh', '-c', 'echo "Error: it broke"; exit 1'])
    expect(project.read('AGENTS.md')).toContain('### Phase 12:')
    await worked(project, 'echo one > one.txt')
    await project.say('phase', 'complete', '12')
    expect(project.read('AGENTS.md')).not.toContain('### Phase 12:')
    await project.say('restore', '2', '1', '--yes')
    expect(isThere(project, 'one.txt')).toBe(false)
    expect(project.read('AGENTS.md')).not.toContain('### Phase 12:')
  })

  test('is refused while the task is running', async () => {
    await using project = await cardProject()
    await project.say('add', 'Wait', '--', './lasts.sh')
    const going = project.start(['run', '--task', '1'], { MAYDAY_DIR: '' })
    await until('the run', () => inStore(project, (store) => store.find(1)?.status === 'running'))
    const { code, stderr } = await project.mayday(['restore', '1', '--yes'], { MAYDAY_DIR: '' })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('Run 1 is still working on task 1'),
    })
    project.write('go-on', '')
    await going.finished
  })
})

describe('a rollback', () => {
  const VERIFY = 'python3 -m py_compile app.py && grep -q feature app.py'

  async function broken(script: string, ...args: readonly string[]): Promise<CardProject> {
    const project = await cardProject()
    project.write('app.py', 'x = 1\n')
    project.write('.gitignore', '.tried\n__pycache__\nseen\n')
    git(project, 'add', '.')
    git(project, 'commit', '--quiet', '--message=app')
    await project.say('add', 'Keep it building', ...args, '--verify', VERIFY, '--', 'sh', '-c', script)
    return project
  }

  test('leaves the Failure Context for the retry', async () => {
    const script = `cat AGENTS.md > seen 2>&1; sh ${agent('breaks-the-build.sh')}`
    await using project = await broken(script, '--phase', '12-01')
    expect(await project.mayday(['run', '--task', '1'], { MAYDAY_DIR: '' })).toMatchObject({ code: 0 })
    expect(project.read('app.py')).toBe('x = 1\nfeature = True\n')
    expect(project.read('seen')).toContain('### Phase 12:')
    expect(project.read('AGENTS.md')).toContain('### Phase 12:')
  })

  test('never undoes the work of another task', async () => {
    const bin = new URL('../../bin/mayday.cjs', import.meta.url).pathname
    const other = `"${process.execPath}" "${bin}" run -- sh -c "echo two > two.txt"`
    await using project = await broken(`${other}; sh ${agent('breaks-the-build.sh')}`)
    expect(await project.mayday(['run', '--task', '1'], { MAYDAY_DIR: '' })).toMatchObject({ code: 3 })
    expect(readFileSync(project.file('two.txt'), 'utf8')).toBe('two\n')
    const [escalation] = inStore(project, (store) => store.escalations({}))
    expect(escalation?.cause).toContain('two.txt (work of task 2)')
  })

  test('of a card leaves all cards unchanged', async () => {
    await using project = await broken('true')
    project.write('mayday.yaml', 'version: 1\ncards:\n  autoRecover: true\n')
    git(project, 'add', '.')
    git(project, 'commit', '--quiet', '--message=config')
    await project.say('enqueue', LOCKS, '--verify', VERIFY, '--', 'sh', agent('breaks-the-build.sh'))
    await project.mayday(['skip', '1'], { MAYDAY_DIR: '' })
    await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })
    await project.mayday(['retry', LOCKS], { MAYDAY_DIR: '' })
    expect(project.read('app.py')).not.toContain('broken')
    expect(project.read(LOCKS).match(/Run \S+ started/g)?.length).toBeGreaterThan(1)
  })
})
