import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exampleIntent, examplePlan, exampleResult, exampleTask } from '../../../tests/examples/records.ts'
import type { RowImage } from '../row-image.ts'
import { Store } from '../store.ts'

const NOW = '2026-11-03T10:00:00.000Z'

let root: string
let from: Store
let to: Store

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  from = Store.open(join(root, 'from'))
  to = Store.open(join(root, 'to'))
})

afterEach(() => {
  const damage = [...from.integrity(), ...to.integrity()]
  from.close()
  to.close()
  rmSync(root, { recursive: true })
  if (damage.length > 0) throw new Error(damage.join('\n'))
})

/** A task with an ended run and its verdict, and a plan. */
function workedTask(store: Store): number {
  const { task } = store.addTask(exampleTask({}), NOW)
  const intent = exampleIntent({ task, runId: 'one' })
  const numbers = store.begin(intent)
  store.finish(exampleResult(intent, numbers))
  store.addPlan(examplePlan({ task, run: numbers.run }))
  return task
}

test('a task travels with everything about it', () => {
  const task = workedTask(from)
  to.putImages(from.imagesOf(task))
  expect(to.task(task)).toEqual(from.task(task))
  expect(to.runsOf(task)).toEqual(from.runsOf(task))
  expect(to.plansOf(task)).toEqual(from.plansOf(task))
  expect(to.stats()).toEqual(from.stats())
})

test('an image put twice changes nothing more', () => {
  const task = workedTask(from)
  to.putImages(from.imagesOf(task))
  to.putImages(from.imagesOf(task))
  expect(to.imagesOf(task)).toEqual(from.imagesOf(task))
  expect(to.verdictsOf(1)).toHaveLength(1)
})

test('a new plan may come before the one that it follows', () => {
  const task = workedTask(from)
  to.putImages(from.imagesOf(task))
  const old = from.imagesOf(task).find(({ table }) => table === 'plans')
  if (old === undefined) throw new Error('no plan')
  const next: RowImage = { table: 'plans', row: { ...old.row, number: 10_001 } }
  to.putImages([next, { table: 'plans', row: { ...old.row, state: 'done' } }])
  expect(to.plansOf(task).map(({ state }) => state)).toEqual(['done', 'planned'])
})

test('columns that this store lacks are left out', () => {
  const [task] = from.imagesOf(workedTask(from))
  if (task === undefined) throw new Error('no task')
  const newer: RowImage = { ...task, row: { ...task.row, of_a_newer_version: 1 } }
  to.putImages([newer])
  expect(to.task(1)).toEqual(from.task(1))
})

test('only newer writes are reported', () => {
  workedTask(from)
  from.watchRows()
  expect(from.changedImages()).toEqual([])
  from.move(1, 'cancel', { at: NOW })
  expect(from.changedImages().map(({ table, row }) => [table, row['number']])).toEqual([
    ['tasks', 1],
    ['plans', 1],
  ])
  expect([...from.statusesBefore()]).toEqual([[1, 'queued']])
})

test('numbers go on above those that are skipped', () => {
  from.skipNumbers(4000)
  from.skipNumbers(41, ['tasks'])
  expect(workedTask(from)).toBe(42)
  expect(from.plansOf(42).map(({ number }) => number)).toEqual([4001])
})

test('a run gets the number that it was promised', () => {
  const { task } = from.addTask(exampleTask({}), NOW)
  from.promiseNumber('one', 77)
  expect(from.begin(exampleIntent({ task, runId: 'one' })).run).toBe(77)
})
