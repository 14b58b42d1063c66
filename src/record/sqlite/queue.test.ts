import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  bringTo,
  exampleCardEvent,
  exampleIntent,
  exampleLock,
  exampleResult,
  exampleTask,
} from '../../../tests/examples/records.ts'
import { Store } from '../store.ts'
import { plainTask, type TaskPatch, type TaskSpec } from '../task.ts'
import { migrationsFolder } from './open-database.ts'
import { countTasks, lastPlace, numberOfCard, queuedTasks } from './queue.ts'
import { queryPlans } from '../../../tests/query-plans.ts'

const NOW = '2026-11-03T10:00:00.000Z'

let root: string
let store: Store

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  store = Store.open(join(root, 'record'))
})

afterEach(() => {
  const damage = store.integrity()
  store.close()
  rmSync(root, { recursive: true })
  if (damage.length > 0) throw new Error(damage.join('\n'))
})

const add = (more: Partial<TaskSpec> = {}): number => store.addTask(exampleTask(more), NOW).task
const order = (...[statuses, limit]: Parameters<Store['queued']>): number[] =>
  store.queued(statuses, limit).map(({ task }) => task)

describe('the queue', () => {
  test('the first queued task comes first', () => {
    add()
    add()
    add()
    expect(order(['queued'])).toEqual([1, 2, 3])
    expect(order(['queued'], 2)).toEqual([1, 2])
  })

  test('a task queued again moves to the end', () => {
    add()
    add()
    store.move(1, 'admit', { at: NOW, set: { nextRunId: 'next' } })
    expect(order(['queued'])).toEqual([2, 1])
    expect(store.task(1)).toMatchObject({ place: 3, nextRunId: 'next' })
  })

  test('several statuses share one order', () => {
    for (let task = 0; task < 4; task++) add()
    bringTo('canceled', 2, store)
    store.move(2, 'enqueue', { at: NOW, to: 'deferred' })
    store.move(1, 'admit', { at: NOW })
    bringTo('running', 4, store)
    expect(order(['deferred', 'queued'])).toEqual([3, 2, 1])
    expect(order(['queued', 'deferred', 'running', 'queued'])).toEqual([3, 4, 2, 1])
    expect(order(['queued', 'deferred'], 2)).toEqual([3, 2])
    expect(order([])).toEqual([])
  })

  test('a task without a position sorts by number', () => {
    add()
    add()
    add()
    store.updateTask(3, { place: null })
    store.updateTask(2, { place: null })
    expect(order(['queued'])).toEqual([2, 3, 1])
  })

  test('a position is kept while the task runs', () => {
    add()
    add()
    store.move(1, 'start', { at: NOW })
    store.move(1, 'abandon', { at: NOW, to: 'queued' })
    expect(order(['queued'])).toEqual([1, 2])
  })

  test('a queued task waits for nothing', () => {
    add()
    bringTo('waiting', 1, store, { gate: 'usage:claude:default', waitUntil: NOW, sinceRun: 4 })
    store.move(1, 'retry', { at: NOW, to: 'queued' })
    expect(store.task(1)).toMatchObject({ status: 'queued', gate: null, waitUntil: null, sinceRun: 4 })
    bringTo('failed', 1, store)
    store.move(1, 'retry', { at: NOW, to: 'deferred', set: { nextRunId: 'r', sinceRun: 9 } })
    expect(store.task(1)).toMatchObject({ status: 'deferred', nextRunId: 'r', sinceRun: 9 })
  })

  test('an unknown task cannot be queued', () => {
    expect(() => store.move(9, 'admit', { at: NOW })).toThrow('There is no task 9.')
  })

  test('plain runs are in no queue', () => {
    store.begin(exampleIntent())
    add()
    bringTo('running', 2, store)
    expect(order(['running'])).toEqual([2])
    expect(store.countTasks('running')).toBe(1)
    expect(store.countTasks('queued')).toBe(0)
  })

  test('ten thousand tasks are read by indexes', () => {
    const plans = queryPlans(store.path, (db) => {
      queuedTasks(db, ['queued', 'deferred'], 50, root)
      countTasks(db, 'queued')
      numberOfCard(db, 'key')
      lastPlace(db)
    })
    expect(plans.filter((plan) => /SCAN tasks(?! USING)|TEMP B-TREE/.test(plan))).toEqual([])
    expect(plans.filter((plan) => plan.includes('tasks'))).toEqual([
      'SEARCH tasks USING INDEX tasks_in_queue (status=?)',
      'SEARCH tasks USING INDEX tasks_in_queue (status=?)',
      'SEARCH tasks USING COVERING INDEX tasks_in_queue (status=?)',
      'SEARCH tasks USING COVERING INDEX tasks_by_card (card_key=?)',
      'SEARCH tasks USING COVERING INDEX tasks_by_place (place>?)',
    ])
  })
})

describe('the task of a card', () => {
  test('it is found by the key of its card', () => {
    add()
    const task = add({ card: 'project/5.2-locks.md', cardKey: 'k1' })
    expect(store.taskOfCard('k1')).toEqual(store.task(task))
    expect(store.taskOfCard('k2')).toBeNull()
  })

  test('a card added twice is one task', () => {
    const first = store.addTask(exampleTask({ cardKey: 'k1' }), NOW, 'card')
    expect(store.addTask(exampleTask({ cardKey: 'k1', title: 'Another' }), NOW)).toEqual(first)
    expect(first.status).toBe('new')
    expect(store.tasks()).toHaveLength(1)
  })

  test('a card is never given to another task', () => {
    add({ cardKey: 'k1' })
    add({ cardKey: 'k2' })
    expect(() => store.updateTask(2, { cardKey: 'k1' })).toThrow(
      'Task 2 cannot take this card: it belongs to task 1. Queue that task instead.',
    )
    store.updateTask(1, { cardKey: 'k1' })
    store.updateTask(1, { cardKey: null })
    store.updateTask(2, { cardKey: 'k1' })
    expect(store.taskOfCard('k1')?.task).toBe(2)
  })

  test("a card's fields may change each time", () => {
    const before = store.addTask(exampleTask(), NOW)
    const patch: TaskPatch = {
      card: 'project/5.2-locks.md',
      cardKey: 'k1',
      flow: 'review',
      agent: null,
      argv: ['./agent.sh', '{prompt}'],
      prompt: 'p',
      title: 't',
      phase: '5.2',
      verify: null,
      setup: 'make',
      limits: { idleMs: 1 },
      budget: { attempts: 1, wallMs: 2, tokens: 3, costUsd: 0.5 },
      isParallel: true,
      hasOwnTree: true,
      expectChanges: false,
      fallback: ['codex', 'gemini'],
      place: 7,
      nextRunId: 'r',
    }
    store.updateTask(1, patch)
    expect(store.task(1)).toEqual({
      ...before,
      ...patch,
      actions: ['run', 'cancel', 'skip', 'done', 'reset'],
    })
    expect(store.tasks({ phase: '5' })).toEqual([])
    expect(store.tasks({ phase: '5.2' })).toHaveLength(1)
  })
})

describe('cleanup and pending work', () => {
  const forgetAll = (): void => {
    const intent = exampleIntent({ task: 1 })
    store.finish(exampleResult(intent, store.begin(intent)))
    bringTo('failed', 1, store)
    store.forget([intent.runId])
  }

  test('a task that holds a lock is kept', () => {
    add()
    store.takeLocks([exampleLock()])
    forgetAll()
    expect(store.task(1)).not.toBeNull()
    store.releaseLocks(1)
    forgetAll()
    expect(store.task(1)).toBeNull()
  })

  test('a task with an unwritten event is kept', () => {
    add()
    store.addCardEvent(exampleCardEvent())
    forgetAll()
    expect(store.task(1)).not.toBeNull()
    store.writeCardEvents(1, () => null)
    forgetAll()
    expect(store.task(1)).toBeNull()
  })
})

test('tasks of an older store keep their order', () => {
  const state = join(root, 'old/record')
  mkdirSync(state, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(join(state, 'mayday.db'))
  db.exec('PRAGMA journal_mode = WAL')
  for (const file of ['0001-runs.sql', '0002-tasks.sql'])
    db.exec(readFileSync(join(migrationsFolder(), file), 'utf8'))
  db.exec('PRAGMA user_version = 2')
  const put = db.prepare('INSERT INTO tasks (id, title, created_at, is_implicit) VALUES (?, ?, ?, ?)')
  for (const [id, isImplicit] of [
    ['a', 0],
    ['b', 1],
    ['c', 0],
  ] as const)
    put.run(id, 'Old', NOW, isImplicit)
  db.close()
  using old = Store.open(state)
  old.addTask(exampleTask(), NOW)
  old.move(1, 'admit', { at: NOW })
  expect(old.queued(['queued']).map(({ task, place }) => [task, place])).toEqual([
    [3, 3],
    [4, 4],
    [1, 5],
  ])
  expect(old.task(3)).toMatchObject(plainTask)
  expect(old.task(2)?.place).toBeNull()
  expect(old.integrity()).toEqual([])
})

test('a setting stays until it is deleted', () => {
  expect(store.setting('concurrency')).toBeNull()
  store.setSetting('concurrency', '4')
  store.setSetting('concurrency', '')
  expect(store.setting('concurrency')).toBe('')
  store.setSetting('concurrency', null)
  store.setSetting('concurrency', null)
  expect(store.setting('concurrency')).toBeNull()
})
