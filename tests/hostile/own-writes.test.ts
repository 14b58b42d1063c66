/** What Mayday writes into a project is never an agent's work. */
import { appendFileSync, mkdirSync, openSync, closeSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cardText } from '../board-project.ts'
import { git, repository } from '../task-repository.ts'
import { testProject, until, type TestProject } from '../running-mayday.ts'

const bin = fileURLToPath(new URL('../../bin/mayday.cjs', import.meta.url))

const card = (name: string): string => `project/phase-5-flows/in-progress/${name}-card.md`

function writeCard(project: TestProject, name: string): void {
  mkdirSync(dirname(project.file(card(name))), { recursive: true })
  writeFileSync(project.file(card(name)), cardText(name))
}

/** Another card is enqueued while an agent does nothing. */
async function enqueueBeside(project: TestProject): Promise<void> {
  for (const name of ['5.1', '6.1']) writeCard(project, name)
  git(project, 'add', '--all')
  git(project, 'commit', '--quiet', '--message=cards')
  const flag = `${project.path}.go`
  const wait = ['sh', '-c', `while [ ! -e ${flag} ]; do sleep 0.05; done`]
  await project.mayday(['enqueue', card('5.1'), '--', ...wait])
  const work = project.start(['work', '--once'])
  await until('the worker', () => project.events().some(({ event }) => event === 'stage:started'))
  await project.mayday(['enqueue', card('6.1'), '--', 'true'])
  writeFileSync(flag, '')
  await work.finished
}

test('another card in the queue is no change', async () => {
  await using project = await repository()
  await enqueueBeside(project)
  const [first = ''] = project.folders()
  expect(project.result(first)).toMatchObject({ status: 'failed', reason: 'NO_CHANGES', changedFiles: [] })
})

test('lessons that are written meanwhile are no change', async () => {
  await using project = await repository()
  const flag = `${project.path}.go`
  const wait = `while [ ! -e ${flag} ]; do sleep 0.05; done`
  const going = project.start(['run', '--', 'sh', '-c', wait])
  await until('the worker', () => project.events().some(({ event }) => event === 'stage:started'))
  await project.mayday([
    'add',
    'Fix it',
    '--phase',
    '2-01',
    '--attempts',
    '1',
    '--',
    'sh',
    '-c',
    'echo boom; exit 1',
  ])
  await project.mayday(['run', '--task', '2', '--no-wait'])
  writeFileSync(flag, '')
  await going.finished
  const [first = ''] = project.folders()
  expect(project.result(first)).toMatchObject({ status: 'succeeded', changedFiles: [] })
})

test('an edit of a card by the agent is a change', async () => {
  await using project = await repository()
  writeCard(project, '7.1')
  await project.mayday(['run', '--', 'sh', '-c', `echo more >> ${card('7.1')}`])
  expect(project.result()).toMatchObject({ changedFiles: [card('7.1')] })
})

test('an edit before a write of Mayday is a change', async () => {
  await using project = await repository()
  writeCard(project, '7.1')
  const flag = `${project.path}.go`
  const script = `echo more >> ${card('7.1')}; touch ${flag}.edited; while [ ! -e ${flag} ]; do sleep 0.05; done`
  const going = project.start(['run', '--', 'sh', '-c', script])
  await until('the edit', () => project.result() === null && project.events().length > 0)
  await until('the edit itself', () => git(project, 'status', '--porcelain').includes('project/'))
  await project.mayday(['enqueue', card('7.1'), '--', 'true'])
  writeFileSync(flag, '')
  await going.finished
  expect(project.result(project.folders()[0])).toMatchObject({ changedFiles: [card('7.1')] })
})

test('what the scheduler prints is no change', async () => {
  await using project = await testProject()
  git(project, 'init', '--quiet')
  await project.mayday(['add', 'Do it', '--', 'true'])
  const output = openSync(project.file('work.out'), 'w')
  appendFileSync(output, 'Mayday says:\n')
  const child = spawn(process.execPath, [bin, 'work', '--once'], {
    cwd: project.path,
    stdio: ['ignore', output, output],
    env: { ...process.env, NO_COLOR: '1', XDG_CONFIG_HOME: '/nonexistent' },
  })
  await new Promise((ended) => child.on('close', ended))
  closeSync(output)
  expect(project.result()).toMatchObject({ reason: 'NO_CHANGES', changedFiles: [] })
})
