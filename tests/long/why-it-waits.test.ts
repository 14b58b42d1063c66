/** The explanation of a waiting task is the same in every command. */
import { expect, test } from 'vitest'
import { exampleGate } from '../examples/records.ts'
import { cardProject, LOCKS, QUEUE, type CardProject } from '../card-project.ts'
import { until } from '../running-mayday.ts'
import { inStore } from '../task-repository.ts'

const KEY = 'breaker:UNKNOWN:works.sh'

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString()

/** A queued card whose agent is paused by a breaker. */
async function held(): Promise<CardProject> {
  const project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './works.sh')
  const gate = exampleGate({ key: KEY, reason: 'UNKNOWN', until: inAnHour(), evidence: '3 tasks failed' })
  inStore(project, (store) => store.closeGate(gate))
  return project
}

test('every command names the gate that holds', async () => {
  await using project = await held()
  for (const command of ['queue', 'status'])
    expect(await project.say(command)).toContain(`waits at the gate ${KEY} (UNKNOWN)`)
  expect(await project.say('wait')).toContain('1 task waits here: 1')
  expect(await project.say('wait', '--open', KEY)).toContain('1 task may continue: mayday run --task 1')
})

test('tasks names a gate and no command', async () => {
  await using project = await held()
  const told = await project.say('tasks')
  expect(told).toContain(`waits at the gate ${KEY} (UNKNOWN)`)
  expect(told).not.toContain('mayday run --task')
})

test('the board names the gate that holds', async () => {
  await using project = await held()
  const board = project.start(['board', '--json', '--port', '0', '--no-open'], { MAYDAY_DIR: '' })
  const line = await until('its address', () => /^\{.*\}$/m.exec(board.printed())?.[0])
  const { port, token } = JSON.parse(line)
  const ask = (path: string, method: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
  const state = await (await ask('state', 'GET')).json()
  expect(state).toMatchObject({ tasks: [{ waiting: { kind: 'gate', gate: KEY } }], gates: [{ tasks: [1] }] })
  const opened = await (await ask(`gates/${encodeURIComponent(KEY)}/open`, 'POST')).json()
  expect(opened).toEqual({ ok: true, said: `The pause is over (gate ${KEY}). 1 task waited for it.` })
})

test('a foreground run says how to continue', async () => {
  await using project = await held()
  const run = project.start(['run', '--task', '1'], { MAYDAY_DIR: '' })
  await until('its words', () => run.printed().includes(`mayday wait --open ${KEY}`))
  await project.say('wait', '--open', KEY)
  expect((await run.finished).code).toBe(0)
})

test('a pause behind a gate names the gate', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './fails.sh')
  expect((await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })).code).toBe(75)
  const key = 'breaker:UNKNOWN:fails.sh'
  inStore(project, (store) => store.closeGate(exampleGate({ key, reason: 'UNKNOWN', until: inAnHour() })))
  expect(await project.say('queue')).toContain(`waits at the gate ${key}`)
  expect(await project.say('wait')).toContain('1 task waits here: 1')
})

test('different wrong commands pause no other task', async () => {
  await using project = await cardProject()
  for (const name of ['a', 'b', 'c']) {
    const card = LOCKS.replace('5.2-locks', `5.2-${name}`)
    project.write(card, project.read(LOCKS))
    await project.say('enqueue', card, '--flow', 'implement', '--', `/no/such/${name}`)
  }
  await project.say('enqueue', QUEUE, '--flow', 'implement', '--', './works.sh')
  expect((await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })).code).toBe(3)
  expect(await project.say('wait')).toBe('Nothing is waiting.\n')
  expect(project.read(QUEUE)).toContain('agent_status: succeeded')
})

test('a scheduler says what it waits for', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './lasts.sh')
  await project.say('enqueue', QUEUE, '--flow', 'implement', '--', './works.sh')
  const run = project.start(['run', '--task', '1'], { MAYDAY_DIR: '' })
  await until('the run', () => project.events().some(({ event }) => event === 'stage:started'))
  const work = project.start(['work'], { MAYDAY_DIR: '' })
  await until('its words', () => work.printed().includes('… waits: task 1 works'))
  expect(work.printed()).toContain('To end the wait: Ctrl+C')
  project.write('go-on', '')
  await run.finished
  expect((await work.finished).code).toBe(0)
})

test('a scheduler says whose run is the last', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './lasts.sh')
  const run = project.start(['run', '--task', '1'], { MAYDAY_DIR: '' })
  await until('the run', () => project.events().some(({ event }) => event === 'stage:started'))
  const work = project.start(['work'], { MAYDAY_DIR: '' })
  await until('its words', () => work.printed().includes('waits: task 1 is being worked on by run 1\n'))
  project.write('go-on', '')
  await run.finished
  expect((await work.finished).code).toBe(0)
})

test('a scheduler says at which gate it waits', async () => {
  await using project = await held()
  const work = project.start(['work'], { MAYDAY_DIR: '' })
  await until('its words', () =>
    work.printed().includes(`mayday wait --open ${KEY}    To end the wait: Ctrl+C`),
  )
  await project.say('wait', '--open', KEY)
  expect((await work.finished).code).toBe(0)
})

test('a watching scheduler says that it waits', async () => {
  await using project = await cardProject()
  const work = project.start(['work', '--watch'], { MAYDAY_DIR: '' })
  await until('its words', () => work.printed().includes('… nothing to do: waits for new tasks\n'))
  work.child.kill('SIGINT')
  expect((await work.finished).code).toBe(130)
})

test('a task that may not wait says for what', async () => {
  await using project = await held()
  const { code, stdout } = await project.mayday(['run', '--task', '1', '--no-wait'], { MAYDAY_DIR: '' })
  expect(code).toBe(75)
  expect(stdout).toContain('UNKNOWN: 3 tasks failed')
  expect(stdout).toContain(`mayday wait --open ${KEY}`)
  expect(stdout).not.toContain('Ctrl+C')
})

test('a task that does not wait offers no end', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './fails.sh')
  const { code, stdout } = await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })
  expect(code).toBe(75)
  expect(stdout).toContain('Continues automatically under: mayday work\n')
  expect(stdout).not.toContain('Ctrl+C')
})

test('a failing setup pauses only its tasks', async () => {
  await using project = await cardProject()
  const enqueue = async (name: string, setup: string): Promise<void> => {
    const card = LOCKS.replace('5.2-locks', `5.2-${name}`)
    project.write(card, project.read(LOCKS).replace(/agent_status: .*/, 'agent_status: idle'))
    await project.say('enqueue', card, '--flow', 'implement', '--setup', setup, '--', './works.sh')
  }
  for (const name of ['a', 'b', 'c']) await enqueue(name, 'exit 7')
  await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })
  await enqueue('d', 'true')
  await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })
  expect(await project.say('wait')).toMatch(/breaker:SETUP_FAILED:setup-[0-9a-f]{12}/)
  expect(inStore(project, (store) => store.task(4)?.status)).toBe('succeeded')
  await enqueue('e', 'exit 7')
  await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })
  expect(inStore(project, (store) => store.runsOf(5))).toEqual([])
})

test('a canceled wait names its task', async () => {
  await using project = await held()
  const run = project.start(['run', '--task', '1'], { MAYDAY_DIR: '' })
  await until('its words', () => run.printed().includes(`mayday wait --open ${KEY}`))
  run.child.kill('SIGTERM')
  expect((await run.finished).stdout).toContain('mayday: task 1 is being canceled\n')
})

test('queue and status name a remote scheduler', async () => {
  await using project = await held()
  const owner = { pid: 1, startedAt: '1', boot: 'b', namespace: null, host: 'elsewhere' }
  inStore(project, (store) => store.claimLease('scheduler', null, JSON.stringify(owner)))
  for (const command of ['queue', 'status'])
    expect((await project.say(command)).replaceAll(/\s+/g, ' ')).toMatch(
      /Process 1 on elsewhere, which cannot be checked from here \(.*\), works here, 1 at a time\./,
    )
})
