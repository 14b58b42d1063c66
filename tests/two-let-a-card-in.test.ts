/** Two processes that admit cards to the queue see the same cards. */
import { expect, test } from 'vitest'
import { admitDeferred } from '../src/scheduling/admit.ts'
import { refuseCard } from '../src/scheduling/look-at-card.ts'
import { Rig } from './scheduler-rig.ts'

test('a card admitted by another process is accepted', async () => {
  await using rig = await Rig.open()
  const { store, context } = rig
  const { task } = rig.enqueue('project/phase-5-flows/in-progress/5.1-locks.md', 'implement', ['true'])
  store.move(task.task, 'put-back', {
    at: new Date().toISOString(),
    to: 'deferred',
    set: { nextRunId: null },
  })
  const seen = store.task(task.task) ?? task
  expect(seen.status).toBe('deferred')
  store.move(task.task, 'admit', { at: new Date().toISOString() })
  expect(refuseCard(seen, 'its card says queued', context)).toBeNull()
  expect(store.task(task.task)?.status).toBe('queued')
  expect(store.escalations()).toEqual([])
  expect(admitDeferred(context)).toEqual([])
})
