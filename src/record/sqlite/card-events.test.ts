import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exampleCardEvent, exampleTask } from '../../../tests/examples/records.ts'
import { Store } from '../store.ts'
import { pendingCardEvents } from './card-events.ts'
import { queryPlans } from '../../../tests/query-plans.ts'

const NOW = '2026-11-03T10:00:00.000Z'

let folder: string
let store: Store

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  store = Store.open(folder)
  store.addTask(exampleTask(), NOW)
  store.addTask(exampleTask(), NOW)
})

afterEach(() => {
  const damage = store.integrity()
  store.close()
  rmSync(folder, { recursive: true })
  if (damage.length > 0) throw new Error(damage.join('\n'))
})

const started = exampleCardEvent({ event: 'started', status: 'running', line: 'started' })

test('an event reads back as it was added', () => {
  const event = exampleCardEvent({ event: 'succeeded', status: 'succeeded', checked: [0, 2], flow: null })
  expect(store.addCardEvent(event)).toBe(true)
  expect(store.cardEventsOf(1)).toEqual([{ ...event, number: 1, writtenAt: null, problem: null }])
  expect(store.cardEventsOf(2)).toEqual([])
})

test('a run adds each event once', () => {
  expect(store.addCardEvent(started)).toBe(true)
  expect(store.addCardEvent({ ...started, line: 'said otherwise' })).toBe(false)
  expect(store.addCardEvent({ ...started, runId: 'run-2' })).toBe(true)
  expect(store.addCardEvent({ ...started, task: 2 })).toBe(true)
  expect(store.addCardEvent({ ...started, runId: null })).toBe(true)
  expect(store.addCardEvent({ ...started, runId: null })).toBe(false)
  expect(store.cardEventsOf(1).map(({ line }) => line)).toEqual(['started', 'started', 'started'])
})

test('a card is reset as often as asked', () => {
  const reset = exampleCardEvent({ event: 'reset', status: 'idle', runId: null, flow: null })
  expect(store.addCardEvent(reset)).toBe(true)
  expect(store.addCardEvent(reset)).toBe(true)
  expect(store.cardEventsOf(1)).toHaveLength(2)
})

test('an event of an unknown task is refused', () => {
  expect(() => store.addCardEvent(exampleCardEvent({ task: 9 }))).toThrow('There is no task 9.')
})

test('pending events are written in their order, once', () => {
  store.addCardEvent(exampleCardEvent())
  store.addCardEvent({ ...started, task: 2 })
  store.addCardEvent(started)
  const written: string[][] = []
  const write = (): void =>
    store.writeCardEvents(1, (events) => {
      written.push(events.map(({ event }) => event))
      return null
    })
  write()
  write()
  expect(written).toEqual([['queued', 'started']])
  expect(store.pendingCardEvents()).toMatchObject([{ task: 2, event: 'started' }])
  expect(store.pendingCardEvents(1)).toEqual([])
  expect(store.cardEventsOf(1).map(({ writtenAt }) => typeof writtenAt)).toEqual(['string', 'string'])
})

test('a problem stays until the card is written', () => {
  store.addCardEvent(started)
  store.writeCardEvents(1, () => 'The card changed on disk.')
  expect(store.pendingCardEvents(1)).toMatchObject([
    { problem: 'The card changed on disk.', writtenAt: null },
  ])
  store.writeCardEvents(1, () => null)
  expect(store.cardEventsOf(1)).toMatchObject([{ problem: null }])
  expect(store.pendingCardEvents()).toEqual([])
})

test('a writer that throws leaves everything pending', () => {
  store.addCardEvent(started)
  const fail = (): never => {
    throw new Error('disk')
  }
  expect(() => store.writeCardEvents(1, fail)).toThrow('disk')
  expect(store.pendingCardEvents(1)).toMatchObject([{ problem: null }])
  expect(store.addCardEvent({ ...started, runId: 'run-2' })).toBe(true)
})

test('a writer may read the store while writing', () => {
  store.addCardEvent(started)
  store.writeCardEvents(1, ([event]) => store.task(event?.task ?? 0)?.title ?? null)
  expect(store.pendingCardEvents(1)).toMatchObject([{ problem: 'Fix the flaky login test' }])
})

test('pending events are found by an index', () => {
  const plans = queryPlans(store.path, (db) => [pendingCardEvents(db), pendingCardEvents(db, 1)])
  expect(plans).toEqual([
    'SCAN card_events USING INDEX card_events_pending',
    'SEARCH card_events USING INDEX card_events_by_task (task=?)',
  ])
})
