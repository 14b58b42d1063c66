/** Hours of waiting in moments: the loop in this process, with real runs, and a clock that the test moves. */
import { knownAgents } from '../src/agents/known-agents.ts'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { spentBy } from '../src/recovery/budgets.ts'
import { exampleTask } from './examples/records.ts'
import { findProject } from '../src/record/project.ts'
import { Store } from '../src/record/store.ts'
import { runTask, type TaskEnd } from '../src/scheduling/run-task.ts'
import type { TaskEvent, TaskContext } from '../src/scheduling/task-context.ts'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'
import { HandClock } from './hand-clock.ts'
import type { TestProject } from './running-mayday.ts'
import { agent, repository } from './task-repository.ts'

const HOUR_MS = 3_600_000
const START = new Date(Math.ceil(Date.now() / 1000) * 1000)
const hours = (count: number): Date => new Date(START.getTime() + count * HOUR_MS)
/** A gate is checked a few times a second. */
const LOOK_MS = 1000
const before = (instant: string): Date => new Date(Date.parse(instant) - 1)
const after = (instant: string): Date => new Date(Date.parse(instant) + LOOK_MS)

type Waiting = {
  readonly store: Store
  readonly clock: HandClock
  readonly end: Promise<TaskEnd>
  readonly told: readonly TaskEvent[]
  /** In hours after the start, by the moved clock. */
  readonly starts: () => readonly number[]
  /** The instant of the only gate. */
  readonly until: () => string
} & Disposable

/** A task whose account is limited until each of these hours, and that has started to wait. */
async function limitedUntil(project: TestProject, ...resets: readonly number[]): Promise<Waiting> {
  const clock = new HandClock(START, project.file('clock'))
  const store = Store.open(project.record)
  const seconds = resets.map((reset) => String(hours(reset).getTime() / 1000))
  const argv = ['sh', agent('waits-for-resets.sh'), '{prompt}', ...seconds]
  const { task } = store.addTask(exampleTask({ argv, verify: null, cwd: '.' }), START.toISOString())
  const told: TaskEvent[] = []
  const context: TaskContext = {
    store,
    project: findProject(project.path, process.env),
    processes: openProcesses(),
    knownAgents,
    clock,
    schedule: {},
    commandOf: (name) => ({ agent: name, argv: null }),
    autoRecover: false,
    isPaced: false,
    random: () => 0.5,
    env: { PATH: process.env['PATH'] ?? '' },
    overrides: {},
    lessons: {},
    tell: (event) => told.push(event),
    watcher: { cancel: never, force: never, report: () => {}, show: () => {} },
  }
  const end = runTask(task, context, { waits: true })
  await clock.settled(end)
  return {
    store,
    clock,
    end,
    told,
    starts: () =>
      readFileSync(project.file('starts'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => Math.floor((Number(line) * 1000 - START.getTime()) / HOUR_MS)),
    until: () => store.gates()[0]?.until ?? 'no gate',
    [Symbol.dispose]: () => store.close(),
  }
}

const never = new AbortController().signal

it('wakes at the reset and not before', async () => {
  await using project = await repository()
  using waiting = await limitedUntil(project, 5)
  const { store, clock, end } = waiting
  expect(store.task(1)).toMatchObject({ status: 'waiting', waitUntil: waiting.until() })
  expect(new Date(waiting.until()) > hours(5)).toBe(true)
  await clock.moveTo(hours(4), end)
  await clock.moveTo(before(waiting.until()), end)
  expect(waiting.starts()).toEqual([0])
  expect(store.task(1)?.status).toBe('waiting')
  await clock.moveTo(after(waiting.until()), end)
  expect((await end).status).toBe('succeeded')
  expect(waiting.starts()).toEqual([0, 5])
  expect(store.gates()).toEqual([])
})

it('waits again if the reset moves', async () => {
  await using project = await repository()
  using waiting = await limitedUntil(project, 3, 8)
  const { store, clock, end } = waiting
  await clock.moveTo(after(waiting.until()), end)
  expect(waiting.starts()).toEqual([0, 3])
  expect(new Date(waiting.until()) > hours(8)).toBe(true)
  expect(store.gates()).toMatchObject([{ probes: 1, canary: null }])
  await clock.moveTo(before(waiting.until()), end)
  expect(waiting.starts()).toEqual([0, 3])
  await clock.moveTo(after(waiting.until()), end)
  expect((await end).status).toBe('succeeded')
  expect(waiting.starts()).toEqual([0, 3, 8])
  expect(waiting.told.filter(({ event }) => event === 'wait:started')).toHaveLength(2)
})

it('uses no budget by waiting', async () => {
  await using project = await repository()
  using waiting = await limitedUntil(project, 3, 8, 30)
  const { store, clock, end } = waiting
  for (const _ of [3, 8, 30]) await clock.moveTo(after(waiting.until()), end)
  expect((await end).status).toBe('succeeded')
  const { attempts, wallMs } = spentBy(store.runsOf(1), 0)
  expect(attempts).toBe(1)
  expect(wallMs).toBeLessThan(HOUR_MS)
})
