import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  bringTo,
  exampleEscalation,
  exampleIntent,
  examplePlan,
  exampleTask,
  wayTo,
} from '../../tests/examples/records.ts'
import { Store } from './store.ts'
import { actionsOf } from './task-actions.ts'
import { otherEvents, targetsOf, taskActions, taskEvents, type StateEvent } from './task-events.ts'
import { taskStatuses, type TaskStatus } from './task-states.ts'

const AT = '2026-11-03T10:00:00.000Z'
const events: readonly StateEvent[] = [...taskActions, ...otherEvents]

let root: string
let store: Store

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  store = Store.open(join(root, 'record'))
})

afterEach(() => {
  store.close()
  rmSync(root, { recursive: true })
})

/** A task with a value in every column that an event may clear. */
function addBusyTask(): number {
  const { task } = store.addTask(exampleTask({ card: 'a.md', cardKey: String(Math.random()) }), AT)
  store.updateTask(task, { gate: 'usage:claude:default', waitUntil: AT, nextRunId: 'next' })
  store.addPlan(examplePlan({ task }))
  store.raise(exampleEscalation({ key: `task:${task}:scheduler`, task }))
  return task
}

type Left = {
  readonly isMovedBack: boolean
  readonly waits: boolean
  readonly isPromised: boolean
  readonly isPlanned: boolean
  readonly isEscalated: boolean
}

function leftOf(task: number, placeBefore: number | null | undefined): Left {
  const found = store.task(task)
  return {
    isMovedBack: (found?.place ?? 0) > (placeBefore ?? 0),
    waits: found?.gate !== null || found.waitUntil !== null,
    isPromised: found?.nextRunId !== null,
    isPlanned: store.plansOf(task).some(({ state }) => state === 'planned'),
    isEscalated: store.escalations().some((one) => one.task === task && one.state !== 'closed'),
  }
}

type Step = {
  readonly event: StateEvent
  readonly to: TaskStatus
  readonly seen: TaskStatus | undefined
}

const steps = fc.array(
  fc.record<Step>({
    event: fc.constantFrom(...events),
    to: fc.constantFrom(...taskStatuses),
    seen: fc.option(fc.constantFrom(...taskStatuses), { nil: undefined }),
  }),
  { maxLength: 30 },
)

/** The expected state after one step, and the expected values of all other columns. */
function expected(
  state: TaskStatus,
  { event, to, seen }: Step,
  left: Left,
): { state: TaskStatus; left: Left } | null {
  const isSeen = seen === undefined || [seen, 'running', 'waiting'].includes(state)
  if (!targetsOf(event, state).includes(to) || !isSeen) return null
  const { follows } = taskEvents[event]
  return {
    state: to,
    left: {
      isMovedBack: follows.includes('lastPlace'),
      waits: left.waits && !follows.includes('waitOver'),
      isPromised: left.isPromised && !follows.includes('promiseDropped'),
      isPlanned: left.isPlanned && !follows.includes('plansDropped'),
      isEscalated: left.isEscalated && !follows.includes('escalationsClosed'),
    },
  }
}

test('every walk follows the table', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      const task = addBusyTask()
      let state: TaskStatus = 'queued'
      for (const step of walk) {
        const before = store.task(task)
        const left = leftOf(task, before?.place)
        const then = expected(state, step, left)
        state = then?.state ?? state
        expect(isMoved(task, step)).toBe(then !== null)
        expect(leftOf(task, before?.place)).toEqual(then?.left ?? left)
        const actions = taskActions.filter((action) => targetsOf(action, state).length > 0)
        expect(store.task(task)).toMatchObject({ status: state, actions })
      }
    }),
    { numRuns: 60 },
  )
})

function isMoved(task: number, { event, to, seen }: Step): boolean {
  return (
    store.tryMove<StateEvent>(task, event, { at: AT, to, ...(seen === undefined ? {} : { seen }) }) !== null
  )
}

test('every state offers a person an action', () => {
  for (const status of taskStatuses)
    expect(actionsOf({ status, isImplicit: false, card: null })).not.toEqual([])
})

test('every state is reached from a new task', () => {
  for (const status of taskStatuses.filter((one) => one !== 'new'))
    expect(wayTo(status, 'new')).not.toEqual([])
})

test('the database knows exactly these states', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../tests/schemas/record.sql'), 'utf8')
  const [, listed = ''] =
    /status TEXT NOT NULL DEFAULT 'new' CHECK \(status IN \(([^)]*)\)/.exec(schema) ?? []
  expect(listed.match(/\w+/g)).toEqual([...taskStatuses])
})

test('a refusal says why and what is possible', () => {
  const { task } = store.addTask(exampleTask(), AT)
  bringTo('succeeded', task, store)
  expect(() => store.move(task, 'skip', { at: AT })).toThrow(
    'Task 1 is succeeded, so it cannot be skipped. Possible now: retry, run.',
  )
  bringTo('running', task, store)
  expect(() => store.move(task, 'skip', { at: AT })).toThrow(
    'Task 1 is being worked on, so it cannot be skipped. Stop that first, or wait for it.',
  )
})

test('the task of a plain run only follows it', () => {
  store.begin(exampleIntent())
  expect(store.task(1)?.actions).toEqual(['cancel'])
  for (const event of events)
    expect(
      store.tryMove<StateEvent>(1, event, { at: AT, to: targetsOf(event, 'running')[0] ?? 'failed' }),
    ).toBeNull()
  expect(() => store.move(1, 'skip', { at: AT })).toThrow(
    'Task 1 belongs to a plain run, so it cannot be skipped.',
  )
})
