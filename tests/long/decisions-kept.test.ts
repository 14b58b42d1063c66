/** The decisions of a person survive the loss of the database, through the real command. */
import { copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { cardProject, LOCKS } from '../card-project.ts'
import { testProject, type TestProject } from '../running-mayday.ts'
import { inStore } from '../task-repository.ts'

const ASKS = ['sh', '-c', 'echo "[MAYDAY_FAILURE:PERMISSION_BLOCKED]"; exit 1']

async function said(project: TestProject, ...args: string[]): Promise<string> {
  return (await project.mayday(args)).stdout
}

/** Each task has failed once and waits for a person. */
async function failedTasks(count: number): Promise<TestProject> {
  const project = await testProject()
  for (let task = 1; task <= count; task++) {
    await project.mayday(['add', `Task ${task}`, '--', ...ASKS])
    await project.mayday(['run', '--task', String(task), '--no-wait'])
  }
  return project
}

function loseDatabase(project: TestProject): void {
  for (const end of ['', '-wal', '-shm']) rmSync(project.inRecord(`mayday.db${end}`), { force: true })
}

const statuses = (project: TestProject): readonly string[] =>
  inStore(project, (store) =>
    store
      .tasks()
      .toReversed()
      .map(({ task, status }) => `${task} ${status}`),
  )

test('skipped, corrected and accepted work stays so', async () => {
  await using project = await failedTasks(3)
  await project.mayday(['skip', '1'])
  await project.mayday(['correct', '2', '--reason', 'none', '--note', 'it works'])
  await project.mayday(['correct', '3', '--reason', 'OUT_OF_MEMORY'])
  expect(statuses(project)).toEqual(['1 skipped', '2 succeeded', '3 escalated'])
  loseDatabase(project)
  const recovered = await said(project, 'recover')
  expect(statuses(project)).toEqual(['1 skipped', '2 succeeded', '3 waiting'])
  expect(recovered).toContain('✓ task 1 is skipped, as decided before\n')
  expect(recovered).toContain('✓ run 2 is corrected to no failure, as decided before\n')
  expect(await said(project, 'show', '2')).toContain('no failure: it works')
  expect(await said(project, 'show', '3')).toContain('OUT_OF_MEMORY')
  expect(await said(project, 'recover')).toMatch(/^Nothing needed a repair\.\n/)
})

test('canceled and reset cards stay unqueued', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './fails.sh')
  await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })
  await project.say('cancel', LOCKS)
  const card = project.read(LOCKS)
  loseDatabase(project)
  expect(await said(project, 'recover')).toContain('✓ task 1 is canceled, as decided before\n')
  expect(await project.say('queue')).toContain('Nothing is queued, running or waiting.')
  expect(project.read(LOCKS)).toBe(card)
  await project.say('reset', LOCKS, '--yes')
  const idle = project.read(LOCKS)
  loseDatabase(project)
  await said(project, 'recover')
  expect(await project.say('queue')).toContain('Nothing is queued, running or waiting.')
  expect(project.read(LOCKS)).toBe(idle)
})

test('lessons of a completed phase stay cleared', async () => {
  await using project = await testProject()
  await project.mayday(['add', 'First', '--phase', '12-01', '--', ...ASKS])
  await project.mayday(['run', '--task', '1', '--no-wait'])
  await project.mayday(['skip', '1'])
  expect(await said(project, 'phase', 'complete', '12')).toContain('1 lesson cleared')
  await project.mayday(['add', 'Later', '--phase', '12-02', '--', ...ASKS])
  await project.mayday(['run', '--task', '2', '--no-wait'])
  const told = readFileSync(project.file('AGENTS.md'), 'utf8')
  const lessons = (): unknown =>
    inStore(project, (store) => store.lessons().map(({ task, clearedAt }) => [task, clearedAt]))
  const before = lessons()
  expect(before).toEqual([
    [1, expect.any(String)],
    [2, null],
  ])
  loseDatabase(project)
  expect(await said(project, 'recover')).toContain('✓ phase 12 is complete: 1 lesson cleared')
  expect(lessons()).toEqual(before)
  expect(readFileSync(project.file('AGENTS.md'), 'utf8')).toBe(told)
})

test('events after a decision stay', async () => {
  await using project = await failedTasks(2)
  await project.mayday(['skip', '1'])
  await project.mayday(['retry', '1'])
  await project.mayday(['skip', '2'])
  await project.mayday(['retry', '2', '--queue'])
  expect(statuses(project)).toEqual(['1 escalated', '2 queued'])
  loseDatabase(project)
  await said(project, 'recover')
  expect(statuses(project)).toEqual(['1 waiting', '2 queued'])
})

test('an older backup gets missing decisions', async () => {
  await using project = await testProject()
  await project.mayday(['add', 'Ask', '--', ...ASKS])
  await project.mayday(['run', '--task', '1', '--no-wait'])
  expect(await said(project, 'escalations')).toContain('1  ▲ open')
  {
    using db = new DatabaseSync(project.inRecord('mayday.db'))
    await backup(db, project.file('backup.db'))
  }
  await project.mayday(['ack', '1', '--close', '--note', 'allowed'])
  await project.mayday(['skip', '1'])
  copyFileSync(project.file('backup.db'), project.inRecord('mayday.db.new'))
  for (const end of ['-wal', '-shm']) rmSync(project.inRecord(`mayday.db${end}`), { force: true })
  renameSync(project.inRecord('mayday.db.new'), project.inRecord('mayday.db'))
  const recovered = await said(project, 'recover')
  expect(recovered).toContain('✓ escalation 1 is closed, as decided before\n')
  expect(statuses(project)).toEqual(['1 skipped'])
  loseDatabase(project)
  expect(await said(project, 'recover')).toContain(
    '! not done again: escalation 1 (task:1:PERMISSION_BLOCKED) was closed: allowed, but it is no longer in the database\n',
  )
})

test('a requeued card is not canceled again', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './fails.sh')
  await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })
  await project.say('cancel', LOCKS)
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './works.sh')
  const card = project.read(LOCKS)
  const { stdout } = await project.mayday(['doctor', '--fix'], { MAYDAY_DIR: '' })
  expect(stdout).not.toContain('canceled')
  expect(await project.say('queue')).toContain('1  · queued')
  expect(project.read(LOCKS)).toBe(card)
})

test('a refused decision is not recorded', async () => {
  await using project = await testProject()
  await project.mayday(['add', 'Do it', '--', 'touch', 'done'])
  await project.mayday(['run', '--task', '1'])
  expect((await project.mayday(['skip', '1'])).code).toBe(2)
  loseDatabase(project)
  await said(project, 'recover')
  expect(statuses(project)).toEqual(['1 succeeded'])
})
