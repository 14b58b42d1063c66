import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  bringTo,
  canceled,
  exampleEscalation,
  exampleGate,
  exampleIntent,
  exampleLesson,
  examplePlan,
  exampleResult,
  exampleTask,
  succeeded,
} from '../../tests/examples/records.ts'
import type { RunIntent, RunNumbers } from './run.ts'
import type { RunResult } from './run-result.ts'
import { migrationsFolder } from './sqlite/open-database.ts'
import { Store } from './store.ts'

const NOW = '2026-11-03T10:00:00.000Z'
const LATER = '2026-11-03T11:00:00.000Z'

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

function ended(more: Partial<RunResult> = {}, intended: Partial<RunIntent> = {}): RunNumbers {
  const intent = exampleIntent(intended)
  const numbers = store.begin(intent)
  store.finish(exampleResult(intent, numbers, { phase: intent.phase, ...more }))
  return numbers
}

const add = (more: Parameters<typeof exampleTask>[0] = {}): number =>
  store.addTask(exampleTask(more), NOW).task

describe('tasks', () => {
  test('an added task reads back completely', () => {
    const spec = exampleTask({
      agent: null,
      argv: ['./agent.sh', '{prompt}', ''],
      cwd: 'packages/login',
      budget: { attempts: 3, wallMs: 60_000, tokens: 1000, costUsd: 2.5 },
    })
    const added = store.addTask(spec, NOW)
    expect(added).toEqual({
      ...spec,
      task: 1,
      taskId: added.taskId,
      status: 'queued',
      actions: ['run', 'cancel', 'skip', 'done'],
      createdAt: NOW,
      branch: null,
      startCommit: null,
      goodCommit: null,
      waitUntil: null,
      gate: null,
      sinceRun: 0,
      place: 1,
      nextRunId: null,
      isImplicit: false,
    })
    expect(store.task(1)).toEqual(added)
    expect(store.task('1')).toEqual(added)
    expect(store.task(added.taskId)).toEqual(added)
    expect(store.task(2)).toBeNull()
  })

  test('a patch changes only what it names', () => {
    const before = store.addTask(exampleTask(), NOW)
    const patch = { gate: 'usage:claude:default', waitUntil: LATER, sinceRun: 4 }
    store.updateTask(1, patch)
    expect(store.task(1)).toEqual({ ...before, ...patch })
    store.updateTask(1, { gate: null, goodCommit: 'abc', branch: 'b', startCommit: 'def' })
    store.updateTask(1, {})
    expect(store.task(1)).toEqual({
      ...before,
      ...patch,
      gate: null,
      goodCommit: 'abc',
      branch: 'b',
      startCommit: 'def',
    })
    expect(() => store.updateTask(9, { gate: null })).toThrow('There is no task 9. List them: mayday tasks')
  })

  test('lists are filtered and newest first', () => {
    add({ phase: '7' })
    add({ phase: '07-02' })
    add({ phase: '70' })
    ended({}, { phase: '7-03' })
    bringTo('failed', 2, store)
    const found = (query: Parameters<typeof store.tasks>[0]): number[] =>
      store.tasks(query).map(({ task }) => task)
    expect(found({})).toEqual([4, 3, 2, 1])
    expect(found({ phase: '7' })).toEqual([4, 2, 1])
    expect(found({ phase: '07-99' })).toEqual([4, 2, 1])
    expect(found({ phase: 'x' })).toEqual([])
    expect(found({ status: 'failed' })).toEqual([4, 2])
    expect(found({ status: 'failed', phase: '7', isImplicit: false })).toEqual([2])
    expect(found({ isImplicit: true })).toEqual([4])
    expect(found({ limit: 2 })).toEqual([4, 3])
  })

  test('the runs of a task come oldest first', () => {
    const task = add()
    ended({}, { task })
    ended()
    ended(succeeded, { task })
    expect(store.runsOf(task).map(({ run, attempt, status }) => [run, attempt, status])).toEqual([
      [1, 1, 'failed'],
      [3, 2, 'succeeded'],
    ])
    expect(store.runsOf(9)).toEqual([])
  })

  test('an added task keeps its status through runs', () => {
    const task = add()
    ended({}, { task })
    expect(store.task(task)?.status).toBe('queued')
  })
})

describe('implicit tasks', () => {
  test('a plain run makes a task that follows it', () => {
    const intent = exampleIntent({ phase: '3-01', flow: 'review', cwd: join(root, 'a') })
    const { task } = store.begin(intent)
    expect(store.task(task)).toMatchObject({
      isImplicit: true,
      status: 'running',
      phase: '3-01',
      flow: 'review',
      agent: 'claude',
      prompt: '',
      cwd: 'a',
      budget: { attempts: 1 },
    })
    store.running(intent.runId)
    expect(store.task(task)?.status).toBe('running')
    store.finish(exampleResult(intent, { run: 1, taskId: '', attempt: 1 }))
    expect(store.task(task)?.status).toBe('failed')
  })

  test.each<[string, Partial<RunResult>]>([
    ['succeeded', succeeded],
    ['canceled', canceled],
    ['failed', {}],
  ])('a run that %s leaves such a task', (status, more) => {
    const { task } = ended(more)
    expect(store.task(task)?.status).toBe(status)
  })

  test('only the last run of a task counts', () => {
    const { task } = ended()
    ended(succeeded, { task })
    expect(store.task(task)?.status).toBe('succeeded')
    store.correct(1, { reason: 'TIMEOUT', note: null, at: NOW })
    expect(store.task(task)?.status).toBe('succeeded')
    store.begin(exampleIntent({ task }))
    expect(store.task(task)?.status).toBe('running')
  })

  test('a correction counts for the task too', () => {
    const { task, run } = ended()
    store.correct(run, { reason: null, note: null, at: NOW })
    expect(store.task(task)?.status).toBe('succeeded')
  })

  test('the root itself is written as a dot', () => {
    const { task } = ended({}, { cwd: root })
    expect(store.task(task)?.cwd).toBe('.')
  })
})

describe('lessons', () => {
  test('a run has one lesson, stored completely', () => {
    const lesson = exampleLesson({
      error: `"quotes" \\ & $1 \`x\`\r\n- item <!-- -->`,
      files: ['a, b', '"c"'],
    })
    expect(store.addLesson(lesson)).toBe(true)
    expect(store.addLesson({ ...lesson, error: 'another' })).toBe(false)
    expect(store.lessons()).toEqual([{ ...lesson, number: 1, clearedAt: null, helped: null }])
  })

  test('lessons are sorted by their time', () => {
    for (const [at, error] of [
      [LATER, 'third'],
      [NOW, 'first'],
      [NOW, 'second'],
    ] as const)
      store.addLesson(exampleLesson({ at, error }))
    expect(store.lessons().map(({ error }) => error)).toEqual(['first', 'second', 'third'])
  })

  test('a completed phase keeps its lessons on record', () => {
    for (const phase of ['07', '7-02', '70', '7.1', null]) store.addLesson(exampleLesson({ phase }))
    expect(store.lessons({ phase: '7-99' }).map(({ phase }) => phase)).toEqual(['07', '7-02'])
    expect(store.clearPhase(7, LATER)).toBe(2)
    expect(store.clearPhase(7, NOW)).toBe(0)
    expect(store.lessons({ phase: '7' }).map(({ clearedAt }) => clearedAt)).toEqual([LATER, LATER])
    expect(store.lessons({ cleared: false }).map(({ phase }) => phase)).toEqual(['70', '7.1', null])
    expect(store.lessons({ cleared: true })).toHaveLength(2)
    expect(store.clearPhase(7.1, LATER)).toBe(1)
  })

  test('a later lesson of a completed phase stays', () => {
    store.addLesson(exampleLesson())
    store.clearPhase(12, NOW)
    store.addLesson(exampleLesson({ error: 'new' }))
    expect(store.lessons({ phase: '12', cleared: false }).map(({ error }) => error)).toEqual(['new'])
  })

  test('whether a lesson helped is kept', () => {
    store.addLesson(exampleLesson({ run: 3, task: 5 }))
    store.addLesson(exampleLesson({ run: 4, task: 6 }))
    expect(store.markHelped(3, true)).toBe(true)
    expect(store.markHelped(9, true)).toBe(false)
    expect(store.lessons({ task: 5 })[0]?.helped).toBe(true)
    expect(store.lessons({ task: 6 })[0]?.helped).toBeNull()
    store.markHelped(3, false)
    expect(store.lessons({ task: 5 })[0]?.helped).toBe(false)
  })
})

describe('plans', () => {
  test('a task has one pending plan at most', () => {
    add()
    const plan = examplePlan({ detail: { rollbackTo: 'abc', nested: [1, null] } })
    expect(store.addPlan(plan)).toBe(1)
    expect(() => store.addPlan(examplePlan())).toThrow('Task 1 has plan 1 that is still pending.')
    expect(store.addPlan(examplePlan({ state: 'refused' }))).toBe(2)
    expect(store.endPlan(1, 'done')).toBe(true)
    expect(store.endPlan(1, 'dropped')).toBe(false)
    expect(store.addPlan(examplePlan({ kind: 'wait' }))).toBe(3)
    expect(store.plansOf(1).map(({ kind, state }) => [kind, state])).toEqual([
      ['retry', 'done'],
      ['retry', 'refused'],
      ['wait', 'planned'],
    ])
    expect(store.plansOf(1)[0]).toEqual({ ...plan, number: 1, state: 'done' })
  })
})

describe('snapshots', () => {
  test('a snapshot is recorded once for its ref', () => {
    add()
    const snapshot = {
      task: 1,
      run: null,
      ref: 'refs/mayday/1/a',
      commit: 'c0ffee',
      at: NOW,
      why: 'before a rollback',
    }
    expect(store.addSnapshot(snapshot)).toBe(1)
    expect(store.addSnapshot(snapshot)).toBe(1)
    expect(store.addSnapshot({ ...snapshot, run: 3, ref: 'refs/mayday/1/b' })).toBe(2)
    expect(store.snapshotsOf(1)).toEqual([
      { ...snapshot, number: 1 },
      { ...snapshot, run: 3, ref: 'refs/mayday/1/b', number: 2 },
    ])
    expect(store.dropSnapshot(1)).toBe(true)
    expect(store.dropSnapshot(1)).toBe(false)
    expect(store.snapshotsOf(1).map(({ number }) => number)).toEqual([2])
  })
})

describe('gates', () => {
  const key = 'usage:claude:default'

  test('a gate closed twice keeps the later instant', () => {
    const first = exampleGate()
    store.closeGate(first)
    store.closeGate(exampleGate({ until: '2026-11-03T14:59:59.000Z', closedAt: LATER, source: 'earlier' }))
    store.closeGate(exampleGate({ until: null, closedAt: LATER, source: 'nobody' }))
    expect(store.gate(key)).toEqual(first)
    const later = { until: '2026-11-03T15:00:01.000Z', source: 'retry-after', zone: null, evidence: 'x' }
    store.closeGate(exampleGate({ ...later, closedAt: LATER, probes: 9 }))
    expect(store.gate(key)).toEqual({ ...first, ...later })
  })

  test('a known instant replaces an unknown one', () => {
    store.closeGate(exampleGate({ until: null }))
    store.closeGate(exampleGate({ until: LATER }))
    expect(store.gate(key)?.until).toBe(LATER)
  })

  test('gates are listed as they were closed', () => {
    store.closeGate(exampleGate({ key: 'b', closedAt: LATER }))
    store.closeGate(exampleGate({ key: 'c' }))
    store.closeGate(exampleGate({ key: 'a' }))
    expect(store.gates().map((gate) => gate.key)).toEqual(['a', 'c', 'b'])
  })

  test('a canary is claimed once and released', () => {
    store.closeGate(exampleGate())
    expect(store.claimCanary('nowhere', 'r1')).toBe(false)
    expect(store.claimCanary(key, 'r1')).toBe(true)
    expect(store.claimCanary(key, 'r1')).toBe(false)
    expect(store.claimCanary(key, 'r2')).toBe(false)
    expect(store.releaseCanary(key, 'r2')).toBe(false)
    expect(store.gate(key)?.canary).toBe('r1')
    expect(store.releaseCanary(key, 'r1')).toBe(true)
    expect(store.releaseCanary(key)).toBe(false)
    expect(store.claimCanary(key, 'r2')).toBe(true)
    expect(store.releaseCanary(key)).toBe(true)
  })

  test('closing again leaves the canary alone', () => {
    store.closeGate(exampleGate())
    store.claimCanary(key, 'r1')
    store.closeGate(exampleGate({ until: '2026-11-04T00:00:00.000Z' }))
    expect(store.gate(key)?.canary).toBe('r1')
  })

  test('a failed canary moves its gate', () => {
    const before = exampleGate()
    store.closeGate(before)
    store.claimCanary(key, 'r1')
    expect(store.moveGate(key, LATER)).toBe(true)
    expect(store.gate(key)).toEqual({ ...before, until: LATER, probes: 1 })
    expect(store.moveGate(key, null, { source: 'backoff', zone: null, evidence: '429' })).toBe(true)
    expect(store.gate(key)).toEqual({
      ...before,
      until: null,
      probes: 2,
      source: 'backoff',
      zone: null,
      evidence: '429',
    })
    expect(store.moveGate('nowhere', LATER)).toBe(false)
  })

  test('an open gate holds no task', () => {
    store.closeGate(exampleGate())
    const waiting = add()
    const elsewhere = add()
    bringTo('waiting', waiting, store, { gate: key, waitUntil: LATER })
    bringTo('waiting', elsewhere, store, { gate: 'other', waitUntil: LATER })
    expect(store.openGate(key)).toBe(true)
    expect(store.openGate(key)).toBe(false)
    expect(store.gate(key)).toBeNull()
    expect(store.task(waiting)).toMatchObject({ status: 'waiting', gate: null, waitUntil: null })
    expect(store.task(elsewhere)).toMatchObject({ gate: 'other', waitUntil: LATER })
  })
})

describe('escalations', () => {
  test('one cause is one counted escalation', () => {
    const escalation = exampleEscalation()
    expect(store.raise(escalation)).toBe(1)
    expect(store.raise({ ...escalation, raisedAt: LATER, cause: 'again' })).toBe(1)
    expect(store.raise({ ...escalation, key: 'other' })).toBe(2)
    const expected = {
      ...escalation,
      number: 1,
      state: 'open',
      lastRaisedAt: LATER,
      times: 2,
      note: null,
    }
    expect(store.escalations()[0]).toEqual(expected)
    expect(store.escalation(1)).toEqual(expected)
    expect(store.escalation(9)).toBeNull()
  })

  test('an acknowledged cause is not raised again', () => {
    store.raise(exampleEscalation())
    expect(store.acknowledge(1, 'looking', NOW)).toBe(true)
    expect(store.acknowledge(1, null, LATER)).toBe(true)
    expect(store.raise(exampleEscalation({ raisedAt: LATER }))).toBe(1)
    expect(store.escalation(1)).toMatchObject({ state: 'acknowledged', note: 'looking', times: 2 })
    expect(store.escalations({ state: 'open' })).toEqual([])
    expect(store.escalations({ state: 'acknowledged' })).toHaveLength(1)
  })

  test('a closed cause comes back under a new number', () => {
    store.raise(exampleEscalation())
    expect(store.closeEscalation(1, LATER)).toBe(true)
    expect(store.closeEscalation(1, LATER)).toBe(false)
    expect(store.acknowledge(1, 'late', LATER)).toBe(false)
    expect(store.raise(exampleEscalation())).toBe(2)
    expect(store.escalations().map(({ number, state, times }) => [number, state, times])).toEqual([
      [1, 'closed', 1],
      [2, 'open', 1],
    ])
    expect(store.closeEscalation(9, LATER)).toBe(false)
  })
})

describe('data that outlives a deleted run', () => {
  const forget = (...numbers: number[]): number =>
    store.forget(numbers.map((number) => store.find(number)?.runId ?? ''))

  test('a task with pending work stays', () => {
    const task = add()
    ended({}, { task })
    bringTo('waiting', task, store)
    expect(forget(1)).toBe(1)
    expect(store.task(task)?.status).toBe('waiting')
    ended({}, { task })
    bringTo('failed', task, store)
    store.addPlan(examplePlan({ task, state: 'dropped' }))
    store.raise(exampleEscalation({ task }))
    forget(2)
    expect(store.task(task)).toBeNull()
    expect(store.plansOf(task)).toEqual([])
    expect(store.escalation(1)?.task).toBeNull()
  })

  test('a task with saved work stays', () => {
    const { task, run } = ended()
    store.addSnapshot({ task, run, ref: 'refs/mayday/1/a', commit: 'c', at: NOW, why: 'x' })
    forget(run)
    expect(store.snapshotsOf(task)).toHaveLength(1)
    expect(store.task(task)).not.toBeNull()
  })

  test('lessons stay until their phase is over', () => {
    const { task, run } = ended()
    const other = ended()
    store.addLesson(exampleLesson({ task, run, phase: '1' }))
    store.addLesson(exampleLesson({ task: other.task, run: other.run, phase: '2' }))
    store.clearPhase(1, NOW)
    forget(run, other.run)
    expect(store.lessons().map(({ phase }) => phase)).toEqual(['2'])
  })
})

describe('a store of the first version', () => {
  /** Made by the first migration only, and filled as its own code would have. */
  function oldStore(): string {
    const state = join(root, 'old/record')
    mkdirSync(state, { recursive: true, mode: 0o700 })
    const db = new DatabaseSync(join(state, 'mayday.db'))
    db.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON')
    db.exec(readFileSync(join(migrationsFolder(), '0001-runs.sql'), 'utf8'))
    db.exec('PRAGMA user_version = 1')
    const task = db.prepare('INSERT INTO tasks (id, title, prompt, created_at) VALUES (?, ?, ?, ?)')
    const run = db.prepare(
      `INSERT INTO runs (id, task, attempt, status, reason, correction, corrected_reason, flow, phase, agent, command,
         cwd, log_path, started_at, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'x', ?, 'l', ?, ?)`,
    )
    const correction = db.prepare('INSERT INTO corrections (run, reason, note, at) VALUES (?, ?, NULL, ?)')
    const at = join(root, 'old/packages/a')
    for (const id of ['t1', 't2', 't3', 't4', 't5']) task.run(id, `Task ${id}`, null, NOW)
    run.run('r1', 1, 1, 'failed', 'TIMEOUT', null, null, 'implement', null, 'codex', at, NOW, LATER)
    run.run('r2', 1, 2, 'succeeded', null, null, null, 'review', '07-01', 'claude', at, NOW, LATER)
    run.run('r3', 2, 1, 'running', null, null, null, 'implement', null, null, join(root, 'old'), NOW, null)
    run.run('r4', 3, 1, 'canceled', null, null, null, 'implement', null, null, '', NOW, LATER)
    run.run('r5', 4, 1, 'failed', 'TIMEOUT', 1, null, 'implement', null, null, at, NOW, LATER)
    correction.run(5, null, LATER)
    db.close()
    return state
  }

  test('its tasks become implicit ones with a status', () => {
    using old = Store.open(oldStore())
    expect(old.integrity()).toEqual([])
    expect(old.tasks().map(({ task, status, isImplicit }) => [task, status, isImplicit])).toEqual([
      [5, 'queued', true],
      [4, 'succeeded', true],
      [3, 'canceled', true],
      [2, 'running', true],
      [1, 'succeeded', true],
    ])
    expect(old.task(1)).toMatchObject({
      title: 'Task t1',
      prompt: '',
      flow: 'review',
      phase: '07-01',
      agent: 'claude',
      cwd: 'packages/a',
      budget: { attempts: 1, wallMs: 28_800_000, tokens: null, costUsd: null },
    })
    expect(old.task(3)?.cwd).toBe('.')
    expect(old.tasks({ phase: '7' }).map(({ task }) => task)).toEqual([1])
  })

  test('its runs stay and new ones go on', () => {
    using old = Store.open(oldStore())
    expect(old.history({ limit: 9 }).map(({ run }) => run)).toEqual([5, 4, 3, 2, 1])
    expect(old.unfinished()).toMatchObject([{ run: 3 }])
    expect(old.begin(exampleIntent({ task: 1 }))).toMatchObject({ run: 6, attempt: 3 })
    expect(old.task(1)?.status).toBe('running')
    expect(old.addTask(exampleTask(), NOW).task).toBe(6)
    expect(old.addLesson(exampleLesson({ run: 1, task: 1 }))).toBe(true)
    expect(old.integrity()).toEqual([])
  })

  test('concurrent opens migrate it once', () => {
    const state = oldStore()
    using first = Store.open(state)
    first.updateTask(1, { goodCommit: 'c' })
    using second = Store.open(state)
    expect(second.task(1)?.goodCommit).toBe('c')
  })
})
