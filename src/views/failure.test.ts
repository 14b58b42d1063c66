import { expect, test } from 'vitest'
import { openSample } from '../../tests/sample-project.ts'
import { knownAgents } from '../agents/known-agents.ts'
import type { Project } from '../record/project.ts'
import { Store } from '../record/store.ts'
import { wallClock } from '../scheduling/sleep-until.ts'
import { openProcesses } from '../supervision/processes/open-processes.ts'
import { findCause } from './failure-groups.ts'
import { showFailure } from './failure.ts'
import { readFailures } from './failures.ts'
import type { ViewContext } from './view.ts'

const contextOf = (project: Project, store: Store): ViewContext => ({
  store,
  project,
  processes: openProcesses(),
  knownAgents,
  clock: wallClock,
  schedule: {},
  overrides: {},
})

const nothingHeld = { gates: [], escalations: [] }

test('a failure tells its tasks, evidence and what helped', async () => {
  using sample = await openSample()
  using store = Store.open(sample.project.record)
  const context = contextOf(sample.project, store)
  const { groups } = readFailures('30d', context, nothingHeld)
  const login = groups.find(({ reason }) => reason === 'TESTS_FAILED')
  expect(login).toMatchObject({
    title: 'test_login_redirects fails',
    place: 'tests/test_login.py',
    state: 'open',
    meaning: 'The code runs, but its tests or checks fail.',
  })
  const failure = showFailure(login?.key ?? '', context)
  expect(failure.runs).toBe(failure.allRuns.length)
  expect(failure.days.reduce((sum, { failed }) => sum + failed, 0)).toBe(failure.runs)
  expect(failure.byTask.reduce((sum, { runs }) => sum + runs, 0)).toBe(failure.runs)
  expect(failure.byAgent.map(({ name }) => name)).toEqual(expect.arrayContaining(['claude', 'codex']))
  expect(failure.shown[0]?.evidence?.excerpt).toContain('1 failed')
  expect(failure.tried.find(({ kind }) => kind === 'lesson')).toMatchObject({
    words: 'What the earlier attempts learned',
    helped: expect.any(Number),
  })
  expect(failure.tried[0]).toMatchObject({ kind: 'hint', tries: 1, helped: 1 })
  const { helped } = failure
  expect(helped).toMatchObject({
    kind: 'hint',
    hint: 'The redirect lives in legacy/hooks.py.',
    words: 'A hint helped “Keep the query when login redirects”: “The redirect lives in legacy/hooks.py.”',
  })
  const open = failure.byTask.filter(({ canRetry }) => canRetry).map(({ task }) => task)
  expect(open.length).toBeGreaterThan(0)
  expect(helped?.missing).toEqual(open)
})

test('a failure is open again when it happens again', async () => {
  using sample = await openSample()
  using store = Store.open(sample.project.record)
  const context = contextOf(sample.project, store)
  const open = readFailures('30d', context, nothingHeld).groups.find(({ state }) => state === 'open')
  const key = open?.key ?? ''
  store.acknowledgeCause(key, { at: new Date().toISOString(), note: 'known' })
  expect(showFailure(key, context)).toMatchObject({ state: 'acknowledged', note: 'known' })
  store.acknowledgeCause(key, { at: open?.firstAt ?? '', note: 'known' })
  expect(showFailure(key, context).state).toBe(open?.runs === 1 ? 'acknowledged' : 'open')
})

test('a key may be shortened while it is unique', async () => {
  using sample = await openSample()
  using store = Store.open(sample.project.record)
  const [first] = store.causes()
  expect(findCause(first?.cause.slice(0, 6).toUpperCase() ?? '', store)).toEqual(first)
  expect(() => findCause('nothing', store)).toThrow("There is no failure 'nothing'. See all: mayday failures")
})

test('weeks without a run are in the losses', async () => {
  using sample = await openSample()
  using store = Store.open(sample.project.record)
  const { lost, cost } = readFailures('30d', contextOf(sample.project, store), nothingHeld)
  expect(lost.weeks).toHaveLength(12)
  const sum = lost.weeks.reduce((all, { costUsd }) => all + costUsd, 0)
  expect(sum).toBeCloseTo(cost.costUsd, 6)
  expect(lost.byAgent.reduce((all, { costUsd }) => all + costUsd, 0)).toBeCloseTo(sum, 6)
})
