import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LockKind, LockRecord } from '../card-state.ts'
import { exampleLock, exampleTask } from '../../../tests/examples/records.ts'
import { Store } from '../store.ts'

const NOW = '2026-11-03T10:00:00.000Z'
const TASKS = 4

let folder: string
let store: Store

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  store = Store.open(folder)
  for (let task = 0; task < TASKS; task++) store.addTask(exampleTask(), NOW)
})

afterEach(() => {
  const damage = store.integrity()
  store.close()
  rmSync(folder, { recursive: true })
  if (damage.length > 0) throw new Error(damage.join('\n'))
})

const card = exampleLock()
const phase = exampleLock({ kind: 'phase', key: '5.2:implement', subject: 'phase 5.2, implement' })

test('a lock comes back as it was taken', () => {
  const owned = { ...card, owner: '{"pid":1}', runId: null }
  expect(store.takeLocks([owned, phase])).toBeNull()
  expect(store.locks()).toEqual([owned, phase])
  expect(store.locksOf(1)).toEqual([owned, phase])
  expect(store.locksOf(2)).toEqual([])
})

test('one held lock prevents taking all others', () => {
  store.takeLocks([phase])
  const wanted = [exampleLock({ task: 2, key: 'other' }), { ...phase, task: 2 }]
  expect(store.takeLocks(wanted)).toEqual(phase)
  expect(store.locks()).toEqual([phase])
})

test('a card and a phase of one key differ', () => {
  store.takeLocks([card])
  expect(store.takeLocks([{ ...card, kind: 'tree', task: 2 }])).toBeNull()
  expect(store.locks()).toHaveLength(2)
})

test('a run renews its own locks', () => {
  store.takeLocks([card])
  const renewed = { ...card, owner: 'me', startedAt: '2026-11-03T11:00:00.000Z' }
  expect(store.takeLocks([renewed, phase])).toBeNull()
  expect(store.locksOf(1)).toEqual([renewed, phase])
})

test('another run of the task is refused', () => {
  store.takeLocks([card])
  expect(store.takeLocks([{ ...card, runId: 'run-2' }])).toEqual(card)
  expect(store.takeLocks([{ ...card, runId: null }])).toEqual(card)
  expect(store.locks()).toEqual([card])
})

test('an empty request is always granted', () => {
  expect(store.takeLocks([])).toBeNull()
  expect(store.locks()).toEqual([])
})

test('only locks of the named kinds are released', () => {
  store.takeLocks([card, phase, exampleLock({ task: 2, key: 'other' })])
  expect(store.releaseLocks(1, ['phase', 'tree'])).toEqual([phase])
  expect(store.releaseLocks(1, [])).toEqual([])
  expect(store.locksOf(1)).toEqual([card])
  expect(store.releaseLocks(1)).toEqual([card])
  expect(store.releaseLocks(1)).toEqual([])
  expect(store.locks()).toHaveLength(1)
})

test('a lock that was taken over stays held', () => {
  store.takeLocks([card])
  const renewed = { ...card, owner: 'me' }
  store.takeLocks([renewed])
  expect(store.releaseLock(card)).toBe(false)
  expect(store.releaseLock({ ...renewed, runId: null })).toBe(false)
  expect(store.releaseLock({ ...renewed, task: 2 })).toBe(false)
  expect(store.releaseLock(renewed)).toBe(true)
  expect(store.releaseLock(renewed)).toBe(false)
})

test('tasks that hold a card are counted once', () => {
  store.takeLocks([card, exampleLock({ key: 'second' }), phase])
  store.takeLocks([exampleLock({ task: 2, key: 'third' })])
  store.takeLocks([exampleLock({ task: 3, kind: 'tree' })])
  expect(store.lockedTasks()).toBe(2)
})

test('the longest held lock comes first', () => {
  store.takeLocks([exampleLock({ task: 2, key: 'late', startedAt: '2026-11-03T12:00:00.000Z' })])
  store.takeLocks([card])
  expect(store.locks().map(({ task }) => task)).toEqual([1, 2])
})

const wanted = fc.array(
  fc.record({
    kind: fc.constantFrom<LockKind[]>('card', 'phase', 'tree'),
    key: fc.constantFrom('a', 'b', 'c'),
  }),
  { maxLength: 4 },
)

const steps = fc.array(
  fc.record({
    task: fc.integer({ min: 1, max: TASKS }),
    runId: fc.constantFrom('run-1', null),
    /** Null means that all locks of the task are released. */
    takes: fc.option(wanted),
  }),
  { maxLength: 20 },
)

test('no lock is ever held twice or half', () => {
  const nameOf = ({ kind, key }: Pick<LockRecord, 'kind' | 'key'>): string => `${kind} ${key}`
  const holderOf = ({ task, runId }: Pick<LockRecord, 'task' | 'runId'>): string => `${task} ${runId}`
  fc.assert(
    fc.property(steps, (sequence) => {
      for (let task = 1; task <= TASKS; task++) store.releaseLocks(task)
      const holders = new Map<string, string>()
      for (const { task, runId, takes } of sequence) {
        const me = holderOf({ task, runId })
        if (takes === null) {
          store.releaseLocks(task)
          for (const [name, holder] of holders) if (holder.startsWith(`${task} `)) holders.delete(name)
          continue
        }
        const isFree = takes.every((lock) => (holders.get(nameOf(lock)) ?? me) === me)
        const inTheWay = store.takeLocks(takes.map((lock) => exampleLock({ ...lock, task, runId })))
        if (isFree) for (const lock of takes) holders.set(nameOf(lock), me)
        expect(inTheWay === null).toBe(isFree)
        expect(new Map(store.locks().map((lock) => [nameOf(lock), holderOf(lock)]))).toEqual(holders)
      }
    }),
    { numRuns: 50 },
  )
})
