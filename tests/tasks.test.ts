import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  exampleEscalation,
  exampleGate,
  exampleIntent,
  examplePlan,
  exampleResult,
  exampleTask,
  bringTo,
} from './examples/records.ts'
import { Store } from '../src/record/store.ts'
import { freshFolder, mayday, type Finished } from './run-mayday.ts'

type Here = {
  readonly path: string
  readonly state: string
  readonly ask: (...args: string[]) => Promise<Finished>
  /** The output of a command that succeeded. */
  readonly say: (...args: string[]) => Promise<string>
  readonly json: (...args: string[]) => Promise<unknown>
} & AsyncDisposable

async function project(): Promise<Here> {
  const folder = await freshFolder()
  mkdirSync(folder.file('.git'))
  const ask: Here['ask'] = (...args) =>
    mayday(args, { cwd: folder.path, env: { TZ: 'Europe/Berlin', MAYDAY_DIR: '' } })
  const say: Here['say'] = async (...args) => {
    const finished = await ask(...args)
    expect(finished).toMatchObject({ code: 0, stderr: '' })
    return finished.stdout
  }
  return {
    path: folder.path,
    state: folder.record,
    ask,
    say,
    json: async (...args) => JSON.parse(await say(...args, '--json')) as unknown,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

const NOW = '2024-11-03T10:00:00.000Z'

test('add queues a task and says how to run it', async () => {
  await using here = await project()
  const said = await here.say(
    'add',
    'Fix the flaky login test',
    '--agent',
    'claude',
    '--verify',
    'npm test',
    '--phase',
    '12-01',
  )
  expect(said).toBe('Task 1 is queued. Run it: mayday run --task 1\n')
  using store = Store.open(here.state)
  expect(store.task(1)).toMatchObject({
    title: 'Fix the flaky login test',
    prompt: 'Fix the flaky login test',
    agent: 'claude',
    argv: null,
    cwd: '.',
    flow: 'implement',
    phase: '12-01',
    verify: 'npm test',
    expectChanges: true,
    limits: {},
    budget: { attempts: 5, wallMs: 28_800_000, tokens: null, costUsd: null },
    status: 'queued',
    isImplicit: false,
  })
})

test('add keeps a command, budgets, limits and place', async () => {
  await using here = await project()
  mkdirSync(join(here.path, 'packages/a'), { recursive: true })
  await here.say(
    'add',
    'Tidy',
    'the imports',
    '--attempts',
    '2',
    '--wall',
    '90m',
    '--tokens',
    '5000',
    '--cost-usd',
    '2.50',
    '--timeout',
    '30m',
    '--idle',
    '5m',
    '--memory',
    '2g',
    '--cwd',
    'packages/a',
    '--setup',
    'npm ci',
    '--baseline',
    'npm test',
    '--',
    './agent.sh',
    '--verify',
    '{prompt}',
    '--',
    'x',
  )
  using store = Store.open(here.state)
  expect(store.task(1)).toMatchObject({
    title: 'Tidy the imports',
    agent: null,
    argv: ['./agent.sh', '--verify', '{prompt}', '--', 'x'],
    cwd: 'packages/a',
    setup: 'npm ci',
    baseline: 'npm test',
    verify: null,
    limits: { timeoutMs: 1_800_000, idleMs: 300_000, memoryBytes: 2 * 1024 ** 3 },
    budget: { attempts: 2, wallMs: 5_400_000, tokens: 5000, costUsd: 2.5 },
  })
})

test('a prompt comes from a file or a pipe', async () => {
  await using here = await project()
  writeFileSync(join(here.path, 'task.md'), '# Review the login\n\nLook at it.\n')
  await here.say('add', '--prompt-file', 'task.md', '--flow', 'review', '--agent', 'codex')
  const piped = await mayday(['add', 'A', 'title', '--prompt-file', '-', '--agent', 'codex'], {
    cwd: here.path,
    input: 'Do it.',
  })
  expect(piped).toMatchObject({ code: 0, stderr: '' })
  using store = Store.open(here.state)
  expect(store.task(1)).toMatchObject({
    title: 'Review the login',
    prompt: '# Review the login\n\nLook at it.\n',
    flow: 'review',
    expectChanges: false,
  })
  expect(store.task(2)).toMatchObject({ title: 'A title', prompt: 'Do it.', expectChanges: true })
})

test('add warns if a command may not read its prompt', async () => {
  await using here = await project()
  expect(await here.say('add', 'x', '--', './agent.sh')).toContain('may not read')
  expect(
    JSON.parse(await here.say('add', 'x', '--no-expect-changes', '--json', '--', './agent.sh')),
  ).toMatchObject({
    format: 'mayday.add/2',
    placement: 'stdin',
    task: { task: 2, expectChanges: false },
  })
})

test('no secret of a title or prompt is shown', async () => {
  await using here = await project()
  const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  const said = await here.say('add', `Use ${key} now`, '--agent', 'claude', '--json')
  expect(said + (await here.say('tasks')) + (await here.say('tasks', '--json'))).not.toContain(key)
  using store = Store.open(here.state)
  expect(store.task(1)?.prompt).toBe(`Use ${key} now`)
})

test.each([
  [['add', 'x'], 'add needs an agent or a command.'],
  [['add', '--agent', 'claude'], 'Missing title.'],
  [['add', ' ', '--', 'x'], 'Missing title.'],
  [['add', 'x', '--agent', 'claud'], "Unknown agent 'claud'."],
  [['add', 'x', '--agent', 'claud', '--', './a'], "Unknown agent 'claud'."],
  [['add', 'x', '--agent', 'claude', '--phase', 'one'], "--phase needs 12, 12-01 or 5.2, not 'one'."],
  [['add', 'x', '--agent', 'claude', '--attempts', '0'], "--attempts needs a number from 1, not '0'."],
  [
    ['add', 'x', '--agent', 'claude', '--cost-usd', '-1'],
    "--cost-usd needs an amount of dollars like 5 or 2.50, not '-1'.",
  ],
  [
    ['add', 'x', '--agent', 'claude', '--wall', '8'],
    "--wall needs a time like 30s, 10m or 2h, not '8'. See: mayday add --help",
  ],
  [
    ['add', 'x', '--agent', 'claude', '--prompt-file', 'no.md'],
    '--prompt-file no.md cannot be read (ENOENT).',
  ],
  [['skip'], 'skip needs the number of one task. See: mayday tasks'],
  [['skip', '7'], 'There is no task 7. List them: mayday tasks'],
  [['ack'], 'ack needs the number of one escalation. See: mayday escalations'],
  [['ack', 'x'], "ack needs the number of one escalation, not 'x'. See: mayday escalations"],
  [['ack', '3'], 'There is no escalation 3. List them: mayday escalations --all'],
  [['wait', '--open', 'usage:x:y'], "There is no closed gate 'usage:x:y': all are open."],
  [['wait', 'x'], "wait takes only options, not 'x'."],
  [
    ['tasks', '--status', 'lost'],
    "--status needs one of new, queued, deferred, running, waiting, escalated, succeeded, failed, canceled, skipped, not 'lost'.",
  ],
  [['tasks', '7'], "tasks takes only options, not '7'."],
  [['escalations', '7'], "escalations takes only options, not '7'."],
])('mayday %j is a clear error', async (args, sentence) => {
  await using here = await project()
  const { code, stdout, stderr } = await here.ask(...args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(existsSync(here.state)).toBe(false)
})

test('a prompt too long for argv is refused', async () => {
  await using here = await project()
  writeFileSync(join(here.path, 'big.md'), 'a'.repeat(96 * 1024 + 1))
  const { code, stderr } = await here.ask('add', 'x', '--agent', 'claude', '--prompt-file', 'big.md')
  expect(code).toBe(2)
  expect(stderr).toContain('97 KiB. A command line allows at most 96 KiB')
})

test('a folder outside the project is refused', async () => {
  await using here = await project()
  const { code, stderr } = await here.ask('add', 'x', '--agent', 'claude', '--cwd', '..')
  expect(code).toBe(2)
  expect(stderr).toContain('--cwd .. is outside the project')
})

/** One task of each kind that a list can show. */
function fill(state: string): void {
  using store = Store.open(state)
  for (const title of ['Waits at a gate', 'Waits for a while', 'Needs a person', 'Not begun'])
    store.addTask(exampleTask({ title }), NOW)
  for (const task of [1, 3]) {
    const intent = exampleIntent({ task, startedAt: NOW })
    const reason = task === 1 ? 'USAGE_LIMIT' : 'TESTS_FAILED'
    store.finish(exampleResult(intent, store.begin(intent), { reason }))
  }
  const gate = exampleGate({ closedAt: NOW, until: '2024-11-03T15:00:00.000Z', probes: 1, canary: 'r' })
  store.closeGate(gate)
  store.closeGate(
    exampleGate({
      key: 'login:codex:default',
      reason: 'AUTH_FAILED',
      closedAt: NOW,
      until: null,
      zone: null,
      source: 'codex',
      evidence: '401',
    }),
  )
  bringTo('waiting', 1, store, { gate: gate.key, waitUntil: NOW })
  bringTo('waiting', 2, store, { waitUntil: '2024-11-03T16:00:00.000Z' })
  bringTo('escalated', 3, store)
  store.addPlan(examplePlan({ task: 2, run: 1 }))
  const raised = { raisedAt: NOW, task: 3, run: 2, key: 'circular:3', cause: 'Task 3 goes round in circles.' }
  store.raise(exampleEscalation({ ...raised, detail: { actions: ['mayday show 2', 'mayday skip 3'] } }))
  store.raise(exampleEscalation({ key: 'login:codex:default', raisedAt: NOW }))
  store.raise(exampleEscalation({ key: 'login:codex:default', raisedAt: '2024-11-03T11:00:00.000Z' }))
  store.begin(exampleIntent({ title: 'A plain run' }))
  store.finish(
    exampleResult({ runId: store.find(3)?.runId ?? '', startedAt: NOW }, { run: 3, taskId: '', attempt: 1 }),
  )
}

test('tasks shows the state of each task', async () => {
  await using here = await project()
  fill(here.state)
  expect(await here.say('tasks')).toMatchInlineSnapshot(`
    "4  · queued     0/5                12-01  Not begun
    3  ▲ escalated  1/5  TESTS_FAILED  12-01  Needs a person
         waits for a person: escalation 1
    2  ◷ waiting    0/5                12-01  Waits for a while
         waits to try again
    1  ◷ waiting    0/5  USAGE_LIMIT   12-01  Waits at a gate
         waits for the usage limit, which one run is trying now

    what waits: mayday wait · what needs a person: mayday escalations · next: mayday run --task 4
    "
  `)
  expect((await here.say('tasks', '--all')).split('\n')[0]).toMatch(
    /^5 +✗ failed +1\/1 +MAX_TURNS +A plain run$/,
  )
  expect(await here.say('tasks', '--status', 'escalated')).toContain('Needs a person')
  expect(await here.say('tasks', '--status', 'skipped')).toBe('No task is skipped.\nSee all: mayday tasks\n')
})

test('tasks in JSON include the used budget', async () => {
  await using here = await project()
  fill(here.state)
  expect(await here.json('tasks', '--limit', '4')).toMatchObject({
    format: 'mayday.tasks/3',
    tasks: [
      { task: 4, status: 'queued', runs: 0, lastRun: null, lastReason: null, waiting: { kind: 'turn' } },
      {
        task: 3,
        spent: { attempts: 1, wallMs: 723_000, tokens: 120_400, costUsd: 1.24 },
        lastReason: 'TESTS_FAILED',
        waiting: { kind: 'person', escalation: 1 },
      },
      { task: 2, waiting: { kind: 'pause', plan: 'retry', until: '2024-11-03T16:00:00.000Z' } },
      {
        task: 1,
        spent: { attempts: 0 },
        lastRun: 1,
        lastReason: 'USAGE_LIMIT',
        waiting: { kind: 'gate', gate: 'usage:claude:default', until: '2024-11-03T15:00:00.000Z' },
      },
    ],
  })
})

test('an empty project has nothing to list', async () => {
  await using here = await project()
  expect(await here.say('tasks')).toContain('No tasks here yet.')
  expect(await here.say('wait')).toBe('Nothing is waiting.\n')
  expect(await here.say('escalations')).toBe('No escalation is open.\n')
  expect(await here.json('tasks')).toEqual({ format: 'mayday.tasks/3', tasks: [] })
  expect(await here.json('wait')).toEqual({ format: 'mayday.wait/2', opened: null, gates: [], tasks: [] })
  expect(await here.json('escalations')).toEqual({ format: 'mayday.escalations/1', escalations: [] })
  expect(existsSync(here.state)).toBe(false)
})

test('skip ends a task and drops its plan', async () => {
  await using here = await project()
  fill(here.state)
  expect(await here.say('skip', '2')).toBe(
    'Task 2 is skipped; it was waiting. To run it again: mayday run --task 2\n',
  )
  expect(await here.say('skip', '3')).toContain('Escalation 1 about it is still open: mayday ack 1 --close')
  expect(await here.json('skip', '3')).toMatchObject({ format: 'mayday.skip/2', was: 'skipped' })
  using store = Store.open(here.state)
  expect(store.task(2)).toMatchObject({ status: 'skipped', gate: null, waitUntil: null })
  expect(store.plansOf(2)).toMatchObject([{ state: 'dropped' }])
})

test('a finished or running task is not skipped', async () => {
  await using here = await project()
  {
    using store = Store.open(here.state)
    store.addTask(exampleTask(), NOW)
    bringTo('succeeded', 1, store)
    store.addTask(exampleTask(), NOW)
    bringTo('running', 2, store)
  }
  expect((await here.ask('skip', '1')).stderr).toBe(
    'mayday: Task 1 is succeeded, so it cannot be skipped. Possible now: retry, run.\n',
  )
  expect(await here.ask('skip', '2')).toMatchObject({
    code: 2,
    stderr: 'mayday: Task 2 is being worked on, so it cannot be skipped. Stop that first, or wait for it.\n',
  })
})

test('wait shows until when, why and for what', async () => {
  await using here = await project()
  fill(here.state)
  expect(await here.say('wait')).toMatchInlineSnapshot(`
    "login:codex:default  AUTH_FAILED, closed 3 Nov 2024 11:00
      until a user opens it: its end is not known (from codex)
      why: 401
      no task waits here
      → mayday wait --open login:codex:default

    usage:claude:default  USAGE_LIMIT, closed 3 Nov 2024 11:00
      until Sun 3 Nov 2024, 16:00:00 Europe/Berlin, which has passed: the next run
      tests it (from the message of claude, in Europe/Berlin)
      why: Claude usage limit reached. Your limit will reset at 4pm (Europe/Berlin).
      1 task waits here: 1; tried 1 time without success; one run is trying now
      → mayday wait --open usage:claude:default

    task 2 waits to try again: Waits for a while
    "
  `)
  expect(await here.json('wait')).toMatchObject({
    format: 'mayday.wait/2',
    opened: null,
    gates: [
      { key: 'login:codex:default', until: null, tasks: [] },
      { key: 'usage:claude:default', until: '2024-11-03T15:00:00.000Z', zone: 'Europe/Berlin', tasks: [1] },
    ],
    tasks: [{ task: 2, waiting: { kind: 'pause', until: '2024-11-03T16:00:00.000Z' } }],
  })
})

test('a gate is opened by hand once', async () => {
  await using here = await project()
  fill(here.state)
  expect(await here.say('wait', '--open', 'usage:claude:default')).toBe(
    'Gate usage:claude:default is open. 1 task may continue: mayday run --task 1\n',
  )
  expect(await here.ask('wait', '--open', 'usage:claude:default')).toMatchObject({
    code: 2,
    stderr: "mayday: There is no closed gate 'usage:claude:default'. Closed: login:codex:default.\n",
  })
  expect(await here.json('wait', '--open', 'login:codex:default')).toMatchObject({
    opened: { key: 'login:codex:default' },
    gates: [],
  })
  using store = Store.open(here.state)
  expect(store.task(1)).toMatchObject({ gate: null, waitUntil: null })
})

test('escalations show the cause and the commands', async () => {
  await using here = await project()
  fill(here.state)
  expect(await here.say('escalations')).toMatchInlineSnapshot(`
    "1  ▲ open  task 3, run 2, raised 3 Nov 2024 11:00
       Task 3 goes round in circles.
       → mayday show 2
       → mayday skip 3
       → mayday ack 1 --note "on it"

    2  ▲ open  raised 3 Nov 2024 11:00, 2 times, last 3 Nov 2024 12:00
       The login of claude has expired.
       → claude /login
       → mayday ack 2 --note "on it"
    "
  `)
})

test('an escalation is acknowledged, closed and listed', async () => {
  await using here = await project()
  fill(here.state)
  expect(await here.say('ack', '2', '--note', 'logging in')).toBe('Escalation 2 is acknowledged.\n')
  expect(await here.say('escalations')).toContain('note: logging in')
  expect(await here.say('ack', '2', '--close')).toBe(
    'Escalation 2 is closed.\nIts gate is not open yet: mayday wait --open login:codex:default\n',
  )
  expect(await here.ask('ack', '2')).toMatchObject({
    code: 2,
    stderr: 'mayday: Escalation 2 is already closed. If its cause returns, a new escalation is raised.\n',
  })
  expect(await here.json('escalations')).toMatchObject({ escalations: [{ number: 1 }] })
  expect(await here.json('escalations', '--all')).toMatchObject({
    escalations: [{ number: 1 }, { number: 2, state: 'closed', times: 2, note: 'logging in' }],
  })
  expect(await here.json('ack', '1', '--close')).toMatchObject({
    format: 'mayday.ack/1',
    escalation: { number: 1, state: 'closed' },
  })
})
