/** A person changes a card while it is queued, paused or deferred. */
import { existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { cardProject, endPauses, LOCKS, QUEUE, type CardProject } from '../card-project.ts'

type Edit = (project: CardProject) => void

const setStatus =
  (status: string): Edit =>
  (project) =>
    project.write(LOCKS, project.read(LOCKS).replace(/agent_status: .*/, `agent_status: ${status}`))

const breakYaml: Edit = (project) =>
  project.write(LOCKS, project.read(LOCKS).replace('owner: ada', 'owner: [ada'))

const edits: readonly (readonly [string, Edit, string])[] = [
  ['deleted', (project) => rmSync(project.file(LOCKS)), LOCKS],
  ['broken', breakYaml, LOCKS],
  ['exploded', setStatus('exploded'), 'agent_status: exploded'],
  ['running', setStatus('running'), 'agent_status: running'],
  ['idle', setStatus('idle'), 'agent_status: idle'],
]

const work = (project: CardProject) => project.mayday(['work', '--once'], { MAYDAY_DIR: '' })

const textOf = (project: CardProject): string | null =>
  existsSync(project.file(LOCKS)) ? project.read(LOCKS) : null

async function expectRefused(project: CardProject, edit: Edit, why: string, runs: number): Promise<void> {
  edit(project)
  const before = textOf(project)
  const { code, stdout } = await work(project)
  expect({ code, runs: project.folders().length }).toEqual({ code: 3, runs })
  expect(stdout).toContain(why)
  expect(textOf(project)).toBe(before)
  const told = await project.say('escalations')
  expect(told.replaceAll(/\s+/g, ' ')).toContain('Task 1 was not started')
  expect(await project.say('locks')).toBe('Nothing is locked.\n')
}

test.each(edits)('a queued card that is %s is not started', async (_name, edit, why) => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './works.sh')
  await expectRefused(project, edit, why, 0)
})

test.each(edits)('a paused card that is %s is not retried', async (_name, edit, why) => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './fails.sh')
  expect((await work(project)).code).toBe(75)
  endPauses(project)
  await expectRefused(project, edit, why, 1)
})

test('a card that is fixed continues', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './works.sh')
  await expectRefused(project, setStatus('idle'), 'by hand', 0)
  await project.say('retry', LOCKS)
  expect(project.read(LOCKS)).toContain('agent_status: succeeded')
})

test('a deferred card that changed stays so', async () => {
  await using project = await cardProject()
  await project.say('enqueue', QUEUE, '--flow', 'implement', '--', './works.sh')
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './works.sh')
  await project.say('reset', LOCKS, '--yes')
  using db = new DatabaseSync(project.inRecord('mayday.db'))
  db.exec("UPDATE tasks SET status = 'deferred' WHERE number = 2")
  setStatus('exploded')(project)
  await work(project)
  expect(project.read(LOCKS)).toContain('agent_status: exploded')
  expect(project.folders()).toHaveLength(1)
})

test.each(edits.slice(0, 2))('a card that is %s offers only valid actions', async (_name, edit) => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './works.sh')
  edit(project)
  await work(project)
  const { stdout } = await project.mayday(['escalations', '--json'], { MAYDAY_DIR: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    escalations: [{ detail: { actions: [`repair the card, then mayday retry ${LOCKS}`, 'mayday skip 1'] } }],
  })
  expect((await project.mayday(['skip', '1'], { MAYDAY_DIR: '' })).code).toBe(0)
})
