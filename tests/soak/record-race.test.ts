import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { exampleGate, exampleIntent, exampleResult, exampleTask } from '../examples/records.ts'
import { migrationsFolder } from '../../src/record/sqlite/open-database.ts'
import { Store } from '../../src/record/store.ts'
import { freshFolder } from '../run-mayday.ts'

const source = (path: string): string =>
  JSON.stringify(new URL(`../../src/record/${path}`, import.meta.url).href)

/** Says that it is there, waits for the start, then runs the body on a store of its own. */
const script = (body: string): string => `
  import { once } from 'node:events'
  import { Store } from ${source('store.ts')}
  import { exampleCardEvent, exampleEscalation, exampleIntent, exampleLesson, exampleLock, exampleResult, exampleTask } from ${JSON.stringify(new URL('../examples/records.ts', import.meta.url).href)}
  process.stdout.write('ready')
  await once(process.stdin, 'data')
  process.stdin.destroy()
  using store = Store.open(process.argv[1])
  try { process.stdout.write(JSON.stringify((() => { ${body} })())) }
  catch (error) { process.stdout.write(JSON.stringify(error.code + ': ' + error.message)) }`

/** What each of so many processes answers that all start at the same moment. */
async function race(processes: number, folder: string, body: string): Promise<unknown[]> {
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script(body), folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const answers = children.map(async (child) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    return JSON.parse(said.replace('ready', '')) as unknown
  })
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')))
  for (const { stdin } of children) stdin.end('go')
  return Promise.all(answers)
}

test('eight processes make a new store at once', async () => {
  await using folder = await freshFolder()
  const state = folder.record
  const runs = await race(8, state, 'return store.begin(exampleIntent()).run')
  expect(new Set(runs)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
  using store = Store.open(state)
  expect(store.integrity()).toEqual([])
}, 60_000)

test('makers of a store never tread on each other', async () => {
  await using folder = await freshFolder()
  // Without a timeout of SQLite's own every collision would be an error.
  const body = `for (let i = 0; i < 25; i++) Store.open(process.argv[1] + i, { busyTimeoutMs: 0 }).close(); return 'made'`
  expect(await race(4, folder.record, body)).toEqual(['made', 'made', 'made', 'made'])
}, 60_000)

test('of racers for one task exactly one wins', async () => {
  await using folder = await freshFolder()
  using store = Store.open(folder.path)
  const intent = exampleIntent()
  const numbers = store.begin(intent)
  store.finish(exampleResult(intent, numbers))
  const answers = await race(4, folder.path, 'return store.begin(exampleIntent({ task: 1 })).run')
  expect(answers.filter((answer) => answer === 2)).toHaveLength(1)
  const refusal = 'TASK_RUNNING: Run 2 is still working on task 1. Wait for it, or stop it: mayday cancel 2'
  expect(answers.filter((answer) => answer === refusal)).toHaveLength(3)
}, 60_000)

test('of racers for one lease exactly one wins', async () => {
  await using folder = await freshFolder()
  const answers = await race(4, folder.path, "return store.claimLease('adopt', null, String(process.pid))")
  expect(answers.filter((answer) => answer === true)).toHaveLength(1)
}, 60_000)

test('stores found damaged by many are kept once', async () => {
  await using folder = await freshFolder()
  const states = Array.from({ length: 25 }, (_, i) => folder.file(`state${i}`))
  for (const state of states) {
    mkdirSync(state, { mode: 0o700 })
    writeFileSync(join(state, 'mayday.db'), 'precious, but no database'.repeat(100))
  }
  const body = `for (let i = 0; i < 25; i++) { using one = Store.open(process.argv[1] + i, { damaged: 'repair' }); one.begin(exampleIntent()) }`
  await race(4, folder.file('state'), `${body} return 'done'`)
  for (const state of states) {
    expect(readdirSync(state).filter((name) => /corrupt-\d+T\d+Z$/.test(name))).toHaveLength(1)
    using store = Store.open(state)
    expect(store.history({ limit: 9 })).toHaveLength(4)
  }
}, 60_000)

test('one of eight racers starts the canary', async () => {
  await using folder = await freshFolder()
  using store = Store.open(folder.path)
  store.closeGate(exampleGate())
  const key = JSON.stringify(exampleGate().key)
  const answers = await race(8, folder.path, `return store.claimCanary(${key}, String(process.pid))`)
  expect(answers.filter((answer) => answer === true)).toHaveLength(1)
  expect(answers.filter((answer) => answer === false)).toHaveLength(7)
}, 60_000)

test('of eight racers for a task one skips it', async () => {
  await using folder = await freshFolder()
  using store = Store.open(folder.path)
  store.addTask(exampleTask(), '2026-11-03T10:00:00.000Z')
  const answers = await race(
    8,
    folder.path,
    "return store.tryMove(1, 'skip', { at: '2026-11-03T10:00:00.000Z' }) !== null",
  )
  expect(answers.filter((answer) => answer === true)).toHaveLength(1)
  expect(answers.filter((answer) => answer === false)).toHaveLength(7)
}, 60_000)

test('racers for crossing locks take all or none', async () => {
  await using folder = await freshFolder()
  using store = Store.open(folder.path)
  for (let task = 0; task < 4; task++) store.addTask(exampleTask(), '2026-11-03T10:00:00.000Z')
  // Each wants its neighbour's too, so of any two neighbours only one may hold both of its own.
  const body = `
    const task = store.addTask(exampleTask(), '2026-11-03T10:00:00.000Z').task % 4
    const keys = [String(task), String((task + 1) % 4)]
    const held = []
    for (let round = 0; round < 50; round++) {
      const locks = keys.map((key) => exampleLock({ task: task + 1, key: round + ':' + key }))
      if (store.takeLocks(locks) === null) held.push(round)
    }
    return { task: task + 1, held }`
  const told = (await race(4, folder.path, body)) as { task: number; held: number[] }[]
  for (const { task, held } of told) {
    const keys = store.locksOf(task).map(({ key }) => key)
    const pair = [task - 1, task % 4]
    expect(new Set(keys)).toEqual(new Set(held.flatMap((round) => pair.map((one) => `${round}:${one}`))))
  }
  for (let round = 0; round < 50; round++) {
    const holders = told.filter(({ held }) => held.includes(round)).map(({ task }) => task)
    expect(holders.length).toBeGreaterThan(0)
    expect(holders.length === 1 || Math.abs((holders[0] ?? 0) - (holders[1] ?? 0)) === 2).toBe(true)
  }
}, 60_000)

test('a card added or queued by many is one', async () => {
  await using folder = await freshFolder()
  const body = `
    const task = store.addTask(exampleTask({ cardKey: 'k1' }), '2026-11-03T10:00:00.000Z').task
    const mine = store.takeLocks([exampleLock({ task, runId: String(process.pid) })]) === null
    if (mine) store.move(task, 'admit', { at: '2026-11-03T10:00:00.000Z', set: { nextRunId: String(process.pid) } })
    return [task, mine, store.addCardEvent(exampleCardEvent({ task }))]`
  const answers = (await race(4, folder.path, body)) as [number, boolean, boolean][]
  expect(answers.map(([task]) => task)).toEqual([1, 1, 1, 1])
  expect(answers.filter(([, mine]) => mine)).toHaveLength(1)
  expect(answers.filter(([, , isFirst]) => isFirst)).toHaveLength(1)
  using store = Store.open(folder.path)
  expect(store.task(1)?.nextRunId).toBe(store.locks()[0]?.runId)
}, 60_000)

test('an id given to many starts one run', async () => {
  await using folder = await freshFolder()
  using store = Store.open(folder.path)
  store.addTask(exampleTask(), '2026-11-03T10:00:00.000Z')
  const answers = await race(
    4,
    folder.path,
    "return store.begin(exampleIntent({ task: 1, runId: 'r', supervisor: String(process.pid) })).run",
  )
  expect(answers.filter((answer) => answer === 1)).toHaveLength(1)
  expect(answers.filter((answer) => String(answer).startsWith('TASK_RUNNING: '))).toHaveLength(3)
}, 60_000)

test('card events are written by one at a time', async () => {
  await using folder = await freshFolder()
  using store = Store.open(folder.path)
  store.addTask(exampleTask(), '2026-11-03T10:00:00.000Z')
  const body = `
    let wrote = 0
    for (let round = 0; round < 25; round++) {
      store.addCardEvent(exampleCardEvent({ event: 'started', runId: 'r' + round }))
      store.writeCardEvents(1, (events) => { wrote += events.length; return null })
    }
    return wrote`
  const answers = (await race(4, folder.path, body)) as number[]
  expect(answers.reduce((sum, wrote) => sum + wrote, 0)).toBe(25)
  expect(store.pendingCardEvents()).toEqual([])
}, 60_000)

test('concurrent raises of one cause are one escalation', async () => {
  await using folder = await freshFolder()
  const body = `
    const lesson = exampleLesson({ runId: 'the same' })
    return [store.raise(exampleEscalation()), store.addLesson(lesson), store.addTask(exampleTask(), lesson.at).task]`
  const answers = await race(8, folder.path, body)
  using store = Store.open(folder.path)
  expect(store.escalations()).toMatchObject([{ number: 1, times: 8 }])
  expect(store.lessons()).toHaveLength(1)
  expect(store.tasks()).toHaveLength(8)
  expect(answers.filter((answer) => Array.isArray(answer) && answer[1] === true)).toHaveLength(1)
}, 60_000)

test('eight processes migrate an old store together', async () => {
  await using folder = await freshFolder()
  const db = new DatabaseSync(folder.file('mayday.db'))
  db.exec('PRAGMA journal_mode = WAL')
  db.exec(readFileSync(join(migrationsFolder(), '0001-runs.sql'), 'utf8'))
  db.exec('PRAGMA user_version = 1')
  db.close()
  const tasks = await race(8, folder.path, 'return store.begin(exampleIntent()).task')
  expect(new Set(tasks).size).toBe(8)
  using store = Store.open(folder.path)
  expect(store.integrity()).toEqual([])
  expect(store.tasks({ status: 'running' })).toHaveLength(8)
}, 60_000)
