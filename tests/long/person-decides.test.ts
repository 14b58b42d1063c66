/** A person's decision about a failed task counts everywhere at once. */
import { chmodSync, copyFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cardProject, LOCKS, type CardProject } from '../card-project.ts'
import { agent } from '../task-repository.ts'

/** A card whose agent needs a person. */
async function escalated(): Promise<CardProject> {
  const project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', '/no/such/agent')
  expect((await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })).code).toBe(3)
  expect(await project.say('escalations')).toContain('mayday')
  return project
}

const NOBODY = 'No escalation is open.\n'

test('a skipped task needs no person any more', async () => {
  await using project = await escalated()
  expect(await project.say('skip', '1')).toContain('Escalation 1 is closed.')
  expect(await project.say('escalations')).toBe(NOBODY)
})

test.each([['reset', '--yes'], ['cancel']])('after %s a card needs nobody any more', async (...command) => {
  await using project = await escalated()
  const [name = '', ...options] = command
  await project.say(name, LOCKS, ...options)
  expect(await project.say('escalations')).toBe(NOBODY)
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './works.sh')
  await project.say('work', '--once')
  expect(await project.say('status')).not.toContain('needs a person')
})

test('a requeued card needs no person any more', async () => {
  await using project = await escalated()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './works.sh')
  expect(await project.say('escalations')).toBe(NOBODY)
})

test('a resumed task needs no person any more', async () => {
  await using project = await cardProject()
  copyFileSync(agent('runs-out-of-turns.sh'), project.file('claude'))
  chmodSync(project.file('claude'), 0o755)
  const claude = ['./claude', '-p', '{prompt}', '--verbose']
  await project.say('add', 'Long work', '--attempts', '1', '--', ...claude)
  expect((await project.mayday(['run', '--task', '1'], { MAYDAY_DIR: '' })).code).toBe(3)
  expect(await project.say('escalations')).not.toBe(NOBODY)
  await project.say('resume', '1')
  expect(await project.say('escalations')).toBe(NOBODY)
})

test('a corrected failure counts as done', async () => {
  await using project = await escalated()
  const said = await project.say('correct', '1', '--reason', 'none')
  expect(said).toContain('Run 1: LAUNCH_REJECTED is now no failure. Task 1 is done.')
  expect(await project.say('escalations')).toBe(NOBODY)
  expect(JSON.parse(await project.say('tasks', '--json'))).toMatchObject({ tasks: [{ status: 'succeeded' }] })
  expect(project.read(LOCKS)).toContain('agent_status: succeeded')
  expect(project.read(LOCKS)).toMatch(/Run \S+ succeeded \(implement\)/)
})

test('a paused retry is canceled', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './fails.sh')
  expect((await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })).code).toBe(75)
  await project.say('correct', '1', '--reason', 'none')
  expect(await project.say('queue')).toContain('Nothing is queued, running or waiting.')
  expect(await project.say('work')).not.toContain('attempt 2')
  expect(project.folders()).toHaveLength(1)
})

test('an earlier run does not change its task', async () => {
  await using project = await escalated()
  await project.mayday(['retry', LOCKS], { MAYDAY_DIR: '' })
  expect(await project.say('correct', '1', '--reason', 'none')).not.toContain('is done')
})
