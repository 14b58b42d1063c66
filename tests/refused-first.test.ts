/** A refused command changes nothing. */
import { expect, test } from 'vitest'
import { exampleIntent, exampleResult, exampleTask } from './examples/records.ts'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'
import { cardProject, QUEUE } from './card-project.ts'
import { inStore, repository } from './task-repository.ts'

test('a card too long for argv is refused', async () => {
  await using project = await cardProject()
  const large = project.read(QUEUE).replace('# Queue', `# Queue\n\n${'All of it.\n'.repeat(14_000)}`)
  project.write(QUEUE, large)
  const agent = ['./works.sh', '{prompt}{prompt}{prompt}']
  expect(await project.refusal('enqueue', QUEUE, '--', ...agent)).toContain('128 KiB')
  expect(project.read(QUEUE)).toBe(large)
  expect(inStore(project, (store) => store.tasks())).toEqual([])
  expect(inStore(project, (store) => store.locks())).toEqual([])
})

test('a card with an endless heading can be queued', async () => {
  await using project = await cardProject()
  project.write(QUEUE, project.read(QUEUE).replace('# Queue', `# ${'Queue '.repeat(25_000)}`))
  expect(await project.say('enqueue', QUEUE, '--', './works.sh', '{prompt}')).toContain('is queued as task 1')
  expect((await project.mayday(['work'])).code).toBe(0)
})

test('a live run keeps its plan', async () => {
  await using project = await repository()
  inStore(project, (store) => {
    const { task } = store.addTask(exampleTask(), new Date().toISOString())
    const first = exampleIntent()
    store.finish(exampleResult(first, store.begin({ ...first, task }), { sessionId: 'a-session' }))
    store.begin({ ...exampleIntent({ supervisor: JSON.stringify(openProcesses().self()) }), task })
  })
  const { code, stderr } = await project.mayday(['resume', '1'])
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('still working') })
  expect(inStore(project, (store) => store.plansOf(1))).toEqual([])
})
