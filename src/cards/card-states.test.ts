import { expect, test } from 'vitest'
import { cardStatuses, type LockRecord } from '../record/card-state.ts'
import { findImpossible, isLegal } from './card-states.ts'
import { parseCard } from './read-card.ts'

test('only these state transitions are allowed', () => {
  const legal = cardStatuses.flatMap((from) =>
    cardStatuses.filter((to) => isLegal(from, to)).map((to) => `${from}->${to}`),
  )
  expect(legal).toEqual([
    'idle->queued',
    'queued->running',
    'queued->failed',
    'queued->canceled',
    'running->succeeded',
    'running->failed',
    'running->canceled',
    'succeeded->idle',
    'succeeded->queued',
    'failed->idle',
    'failed->queued',
    'failed->canceled',
    'canceled->idle',
    'canceled->queued',
  ])
})

const lock: LockRecord = {
  kind: 'card',
  key: 'k',
  subject: 'a b.md',
  task: 3,
  runId: 'R',
  flow: 'implement',
  startedAt: '2025-11-28T12:00:00.000Z',
  owner: null,
}
const atRest = { liveRun: null, lock: null, isQueued: false }

const found = (keys: string, known: Partial<Parameters<typeof findImpossible>[1]> = {}): string | null =>
  findImpossible(parseCard('a b.md', `---\n${keys}\n---\n`), { ...atRest, ...known })

const said = (problem: string): string => `a b.md: ${problem}; mayday reset 'a b.md' sets it back to idle.`

test('an impossible combination is reported with a Reset', () => {
  const flow = 'agent_flow: review\nagent_status:'
  expect(found(`${flow} running`)).toBe(
    said(
      'agent_status is running, and this record has no live run of it (another user or another machine may have one)',
    ),
  )
  expect(found(`${flow} running`, { isQueued: true })).toBe(
    said(
      'agent_status is running, and this record has no live run of it (another user or another machine may have one)',
    ),
  )
  expect(found(`${flow} queued`)).toBe(
    said(
      'agent_status is queued, and this record does not have it in the queue (another user or another machine may have)',
    ),
  )
  expect(found(`${flow} completed`)).toBe(
    said("agent_status is 'completed', which is none of idle, queued, running, succeeded, failed, canceled"),
  )
  expect(found('agent_status: failed')).toBe(said('agent_status is failed and agent_flow is missing'))
  for (const status of ['idle', 'succeeded', 'failed', 'canceled'])
    expect(found(`${flow} ${status}`, { lock })).toBe(
      said(`agent_status is ${status} and a lock of run R is still on it, which is neither queued nor alive`),
    )
})

test('a possible combination is not reported', () => {
  const flow = 'agent_flow: review\nagent_status:'
  expect(found('owner: a')).toBeNull()
  expect(found('agent_flow: null\nagent_status: idle')).toBeNull()
  expect(found(`${flow} running`, { liveRun: 7, lock })).toBeNull()
  expect(found(`${flow} queued`, { isQueued: true, lock })).toBeNull()
  expect(found(`${flow} queued`, { liveRun: 7, lock })).toBeNull()
  for (const status of ['idle', 'succeeded', 'failed', 'canceled']) {
    expect(found(`${flow} ${status}`)).toBeNull()
    expect(found(`${flow} ${status}`, { isQueued: true, lock })).toBeNull()
  }
})
