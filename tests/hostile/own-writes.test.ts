/** What Mayday writes into a project is never an agent's work. */
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

function commitAll(project: TestProject): void {
  git(project, 'add', '--all')
  git(project, 'commit', '--quiet', '--message=cards')
}

/** Another card is enqueued while an agent does nothing. */
async function enqueueBeside(project: TestProject, commit = commitAll): Promise<void> {
  for (const name of ['5.1', '6.1']) writeCard(project, name)
  commit(project)
  const flag = `${project.path}.go`
  const wait = ['sh', '-c', `while [ ! -e ${flag} ]; do sleep 0.05; done`]
  await project.mayday(['enqueue', card('5.1'), '--', ...wait])
  const work = project.start(['work', '--once'])
  await until('the worker', () => project.events().some(({ event }) => event === 'stage:started'))
  await project.mayday(['enqueue', card('6.1'), '--', 'true'])
  writeFileSync(flag, '')
  await work.finished
}

test('another card in the queue is not a change', async () => {
  await using project = await repository()
  await enqueueBeside(project)
  const [first = ''] = project.folders()
  expect(project.result(first)).toMatchObject({ status: 'failed', reason: 'NO_CHANGES', changedFiles: [] })
})

/** A git that lets another Mayday enqueue a card when the tree is looked at for the first time after an agent. */
function gitThatEnqueues(project: TestProject, path: string): Record<string, string> {
  const [bins, ended] = [`${project.record}.bin`, `${project.record}.ended`]
  mkdirSync(bins, { recursive: true })
  const real = process.env['PATH'] ?? ''
  const enqueue = `'${process.execPath}' '${bin}' enqueue '${path}' -- true`
  const script = `#!/bin/sh
PATH='${real}'
case " $* " in *" status "*) if [ -e '${ended}' ] && mkdir '${ended}.once'; then (cd '${project.path}' && ${enqueue}) >/dev/null 2>&1 </dev/null; fi ;; esac
exec git "$@"
`
  writeFileSync(`${bins}/git`, script, { mode: 0o755 })
  return { PATH: `${bins}:${real}` }
}

test('a card written during the look is not a change', async () => {
  await using project = await repository()
  for (const name of ['5.1', '6.1']) writeCard(project, name)
  commitAll(project)
  await project.mayday(['enqueue', card('5.1'), '--', 'sh', '-c', `touch '${project.record}.ended'`])
  await project.mayday(['work', '--once'], gitThatEnqueues(project, card('6.1')))
  const [first = ''] = project.folders()
  expect(readFileSync(project.file(card('6.1')), 'utf8')).toContain('queued (implement)')
  expect(project.result(first)).toMatchObject({ status: 'failed', reason: 'NO_CHANGES', changedFiles: [] })
  for (const name of ['bin', 'ended', 'ended.once'])
    rmSync(`${project.record}.${name}`, { recursive: true, force: true })
})

/** More than is read of a tree before a run. */
test('a card among many large files is not a change', async () => {
  await using project = await repository()
  for (let at = 0; at < 5; at += 1) writeFileSync(project.file(`a-${at}`), 'x'.repeat(1024 * 1024))
  await enqueueBeside(project, () => undefined)
  const [first = ''] = project.folders()
  expect(project.result(first)).toMatchObject({ status: 'failed', reason: 'NO_CHANGES', changedFiles: [] })
})

test('lessons written during a run are no change', async () => {
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

test('what the scheduler prints is not a change', async () => {
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
