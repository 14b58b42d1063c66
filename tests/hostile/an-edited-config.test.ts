/** What somebody writes into mayday.yaml while Mayday is at work is not executed before a person has trusted it (I11). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cardProject, LOCKS } from '../card-project.ts'
import { clone, UNTRUSTED, type Clone } from '../cloned-project.ts'
import { until } from '../running-mayday.ts'
import { inStore } from '../task-repository.ts'

test('an agent cannot trust what it reads', async () => {
  await using it = await clone('none')
  const inner = `${process.execPath} ${join(import.meta.dirname, '../../bin/mayday.cjs')}`
  const script = [
    'echo "stages: {verify: touch harmed}" > mayday.yaml',
    `${inner} run --trust -- true; echo "run $?"`,
    `${inner} trust --trust; echo "trust $?"`,
    `${inner} run -- true; echo "plain $?"`,
    `MAYDAY_TRUST=1 ${inner} run -- true; echo "variable $?"`,
  ].join('\n')
  await it.mayday('run', '--', 'sh', '-c', script)
  expect(it.project.log()).toMatch(/run 2\n[^]*trust 2\n[^]*plain 2\n[^]*variable 2\n/)
  expect(it.project.log()).toContain('It cannot be trusted inside a run.')
  expect([it.isHarmed(), it.trusted()]).toEqual([false, []])
})

test("the next attempt does not execute an agent's edit", async () => {
  await using it = await clone(
    "agents: {mine: {command: [sh, agent.sh, '{prompt}']}}\nstages: {verify: test -e done}\n",
  )
  writeFileSync(
    it.project.file('agent.sh'),
    'echo try >> tries\nsed -i "s/verify: .*}/verify: touch harmed, setup: touch harmed}/" mayday.yaml\nif [ $(wc -l < tries) = 2 ]; then touch done; fi\n',
  )
  await it.mayday('trust', '--trust')
  await it.mayday('add', 'work', '--agent', 'mine', '--attempts', '3')
  const { code } = await it.mayday('run', '--task', '1')
  expect([code, it.isHarmed()]).toEqual([0, false])
  expect(readFileSync(it.project.file('tries'), 'utf8')).toBe('try\ntry\n')
  const refused = await it.mayday('run', '--', 'true')
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('stages.verify: touch harmed')])
  expect((await it.mayday('add', 'more', '--', 'true')).code).toBe(2)
  expect(it.isHarmed()).toBe(false)
})

const described = (word: string): string =>
  `agents: {mine: {command: [sh, -c, 'echo $WORD >> words; touch work-$WORD'], env: {WORD: ${word}}}}\n`

test('a change under a scheduler is reported to a person', async () => {
  await using it = await clone(described('first'))
  const words = (): string =>
    existsSync(it.project.file('words')) ? readFileSync(it.project.file('words'), 'utf8') : ''
  const statusOf = (task: number): string | undefined =>
    inStore(it.project, (store) => store.task(task)?.status)
  await it.mayday('trust', '--trust')
  await it.mayday('add', 'one', '--agent', 'mine')
  const work = it.project.start(['work', '--watch'], UNTRUSTED)
  await until('the first task', () => statusOf(1) === 'succeeded')
  await it.mayday('add', 'later', '--agent', 'mine', '--parallel')
  await until('the second task', () => statusOf(2) === 'succeeded')
  it.config(described('evil'))
  await it.project.mayday(['add', 'two', '--agent', 'mine'])
  await it.project.mayday(['add', 'other', '--', 'sh', '-c', 'touch unrelated'])
  await until('what is not touched to go on', () => statusOf(4) === 'succeeded')
  expect(await until('the escalation', () => statusOf(3) === 'escalated')).toBe(true)
  expect(words()).toBe('first\nfirst\n')
  const { stdout } = await it.mayday('escalations', '--json')
  expect(stdout).toContain('mayday.yaml changed agents.mine.env.WORD, and nobody has trusted that.')
  expect(stdout).toContain('"mayday trust"')
  expect(inStore(it.project, (store) => store.runsOf(3))).toEqual([])
  it.config(described('second'))
  await it.mayday('trust', '--trust')
  await it.mayday('add', 'three', '--agent', 'mine')
  await until('the trusted value', () => statusOf(5) === 'succeeded')
  expect(words()).toBe('first\nfirst\nsecond\n')
  work.child.kill('SIGINT')
  await work.finished
})

test('a queued card that is touched is let go', async () => {
  await using board = await cardProject()
  writeFileSync(board.file('mayday.yaml'), described('first'))
  await board.mayday(['trust', '--trust'], UNTRUSTED)
  const work = board.start(['work', '--watch'], UNTRUSTED)
  await until('the scheduler', () => inStore(board, (store) => store.lease('scheduler')))
  writeFileSync(board.file('mayday.yaml'), described('evil'))
  await board.mayday(['enqueue', LOCKS, '--agent', 'mine'])
  await until('the escalation', () => inStore(board, (store) => store.task(1)?.status === 'escalated'))
  await until('the card', () => board.read(LOCKS).includes('agent_status: failed'))
  expect(board.read(LOCKS)).toMatch(
    /supervisor rejected payload: mayday\.yaml changed agents\.mine\.env\.WORD/,
  )
  await until('its lock to be free', () => inStore(board, (store) => store.locks().length === 0))
  expect(existsSync(board.file('words'))).toBe(false)
  work.child.kill('SIGINT')
  await work.finished
})

/** Asks a real board to try task 1 again. */
async function retryOnBoard({ project }: Clone, trust: string, before: () => void): Promise<Response> {
  const board = project.start(['board', '--json', '--port', '0'], { ...UNTRUSTED, MAYDAY_TRUST: trust })
  const { port, token } = JSON.parse(
    await until('the address', () => board.printed().includes('\n') && board.printed()),
  )
  before()
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/tasks/1/retry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  board.child.kill('SIGINT')
  await board.finished
  return answer
}

test('the board starts nothing that changed since', async () => {
  await using it = await clone('stages: {verify: "true"}\n')
  await it.mayday('trust', '--trust')
  await it.mayday('add', 'work', '--', 'false')
  await it.mayday('run', '--task', '1')
  const runs = (): number => inStore(it.project, (store) => store.runsOf(1).length)
  const change = (): void => it.config('stages: {verify: touch harmed}\n')
  const before = runs()
  for (const trust of ['', '1']) {
    it.config('stages: {verify: "true"}\n')
    const answer = await retryOnBoard(it, trust, change)
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('mayday trust')])
  }
  expect([runs(), it.isHarmed()]).toEqual([before, false])
})

test('what a board may execute its commands may', async () => {
  await using it = await clone('none')
  await it.mayday('add', 'work', '--', 'false')
  await it.mayday('run', '--task', '1')
  const runs = (): number => inStore(it.project, (store) => store.runsOf(1).length)
  const before = runs()
  it.config('notify: {command: "true"}\n')
  expect((await retryOnBoard(it, '1', () => undefined)).status).toBe(200)
  await until('the command of the board', () => runs() > before)
  await until('its end', () => inStore(it.project, (store) => (store.lease('task:1') ?? '') === ''))
  expect(it.trusted()).toEqual([])
})
