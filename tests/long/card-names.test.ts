/** A card has one name for every command, in every folder. */
import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cardProject, LOCKS, QUEUE } from '../card-project.ts'
import { mayday } from '../run-mayday.ts'
import { git } from '../task-repository.ts'

test.each(['.', 'src/deep', 'project/phase-5-flows/backlog'])(
  'a bare name is found from %s',
  async (place) => {
    await using project = await cardProject()
    mkdirSync(project.file(place), { recursive: true })
    const from = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await mayday(args, {
        cwd: project.file(place),
        env: { MAYDAY_DIR: '' },
      })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return stdout
    }
    expect(await from('enqueue', '5.2-locks.md', '--', './fails.sh')).toContain(
      `${LOCKS} is queued as task 1`,
    )
    expect(await from('cancel', '5.2-locks')).toContain(`${LOCKS} is canceled`)
    expect(await from('retry', '5.2', '--queue')).toContain(`${LOCKS} is queued again`)
    expect(await from('reset', LOCKS, '--yes')).toContain(`${LOCKS} is idle again`)
    expect(await from('cards')).toContain('5.2-locks.md')
  },
)

test('an ambiguous card name is refused', async () => {
  await using project = await cardProject()
  project.write('project/phase-6-more/backlog/5.2-locks.md', project.read(LOCKS))
  expect(await project.refusal('enqueue', '5.2-locks.md', '--', './works.sh')).toBe(
    `5.2-locks.md: 2 cards have this name (${LOCKS}, project/phase-6-more/backlog/5.2-locks.md); name one by its path.`,
  )
  expect(await project.refusal('enqueue', '5.7-none.md', '--', './works.sh')).toContain(
    'there is no such file',
  )
})

test('a card may have any name', async () => {
  await using project = await cardProject()
  const named = 'project/phase-5-flows/backlog/fix-login.md'
  project.write(named, project.read(QUEUE).replace('# Queue', '# Login'))
  project.write('project/phase-5-flows/backlog/notes.md', '# What we talked about\n')
  project.write('project/phase-5-flows/backlog/README.md', project.read(QUEUE))
  expect(await project.say('cards')).toBe(`Phase 5: flows
  backlog
    5.3-queue.md    idle  1/2  Queue
    fix-login.md    idle  1/2  Login
  in-progress
    5.2-locks.md    idle  1/2  Locks

3 cards
`)
  expect(await project.say('enqueue', 'fix-login', '--', './works.sh')).toContain(`${named} is queued`)
})

test('the ninth card waits behind eight others', async () => {
  await using project = await cardProject()
  const enqueue = async (at: number): Promise<string> => {
    const path = `project/phase-5-flows/backlog/5.1${at}-x.md`
    project.write(path, project.read(QUEUE))
    return project.say('enqueue', path, '--', './works.sh')
  }
  for (let at = 1; at <= 8; at += 1) expect(await enqueue(at)).not.toContain('before it')
  expect(await enqueue(9)).toContain('8 cards are before it or running now')
})

test('the History names the branch of the run', async () => {
  await using project = await cardProject()
  const text = project.read(LOCKS).replace('owner: ada', 'owner: ada\nbranch: feature/x')
  for (const path of [LOCKS, QUEUE]) project.write(path, text)
  await project.say('enqueue', LOCKS, '--', './works.sh')
  expect(project.read(LOCKS)).toContain('queued (implement) on branch main.')
  git(project, 'add', '--all')
  git(project, 'commit', '--quiet', '--message=all')
  await project.say('enqueue', QUEUE, '--worktree', '--', './works.sh')
  expect(project.read(QUEUE)).toContain('queued (implement) on branch mayday/task-2.')
})

test('reset names what it writes', async () => {
  await using project = await cardProject()
  const refused = await project.refusal('reset', LOCKS)
  expect(refused).toContain(
    'Its History gets one more line; its folder, branch, files and logs stay as they are.',
  )
  const before = project.read(LOCKS)
  await project.say('reset', LOCKS, '--yes')
  expect(project.read(LOCKS).startsWith(before.trimEnd())).toBe(true)
  expect(project.read(LOCKS).split('\n')).toHaveLength(before.split('\n').length + 1)
})
