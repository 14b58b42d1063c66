/** A run that ended without a supervisor, before any command wrote its card. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLive } from '../../src/record/run.ts'
import type { TaskRecord } from '../../src/record/task.ts'
import { cancelTask } from '../../src/scheduling/cancel-task.ts'
import { resetCard } from '../../src/scheduling/reset-card.ts'
import { retryTask } from '../../src/scheduling/retry-task.ts'
import { leaseOf } from '../../src/scheduling/task-lease.ts'
import { claimLease, releaseLease } from '../../src/supervision/lease.ts'
import { reconcile } from '../../src/supervision/reconcile.ts'
import { until } from '../running-mayday.ts'
import { Rig } from '../scheduler-rig.ts'

const card = 'project/phase-5-flows/in-progress/5.1-locks.md'

type Abandoned = AsyncDisposable & {
  readonly rig: Rig
  readonly task: TaskRecord
  /** The History lines about runs, in order. */
  readonly told: () => readonly string[]
}

/** The scheduler is killed, then the worker ends, and its run is ended from its files. */
async function abandoned(order: 'exit 0' | 'crash'): Promise<Abandoned> {
  const rig = await Rig.open({ [card]: false })
  const { task } = rig.enqueue(card, 'implement')
  rig.start()
  const run = await until('a run', () =>
    rig.store.runsOf(task.task).find(({ status }) => status === 'running'),
  )
  await until('its worker', () => rig.context.processes.tagged(run.runId).length > 1)
  await rig.kill()
  rig.order(run.runId, order)
  await until('its end', () => rig.context.processes.tagged(run.runId).length === 0)
  await reconcile(rig.context)
  const found = rig.store.task(task.task)
  if (found?.status !== 'running' || rig.store.runsOf(task.task).some(isLive))
    throw new Error('not abandoned')
  const told = (): readonly string[] =>
    [...readFileSync(join(rig.root, card), 'utf8').matchAll(/Run \S+ (\w+)|(reset)/g)].map(
      ([, end, reset]) => end ?? reset ?? '',
    )
  return { rig, task: found, told, [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose]() }
}

test('a cancel comes after the failure', async () => {
  await using it = await abandoned('crash')
  expect(cancelTask(it.task, it.rig.context).kind).toBe('canceled')
  expect(it.told()).toEqual(['queued', 'started', 'failed', 'canceled'])
  expect(it.rig.store.locks()).toEqual([])
})

test('a completion wins over a cancel', async () => {
  await using it = await abandoned('exit 0')
  expect(cancelTask(it.task, it.rig.context).kind).toBe('ended')
  expect(it.told()).toEqual(['queued', 'started', 'succeeded'])
  expect(it.rig.store.task(it.task.task)?.status).toBe('succeeded')
})

test('a completion wins while its loop records it', async () => {
  await using it = await abandoned('exit 0')
  expect(claimLease(leaseOf(it.task.task), it.rig.context).kind).not.toBe('held')
  expect(cancelTask(it.task, it.rig.context).kind).toBe('ended')
  expect(it.told()).not.toContain('canceled')
  releaseLease(leaseOf(it.task.task), it.rig.context)
})

test('a reset comes after the failure', async () => {
  await using it = await abandoned('crash')
  resetCard(join(it.rig.root, card), it.rig.context)
  expect(it.told()).toEqual(['queued', 'started', 'failed', 'reset'])
})

test('a retry comes after the failure', async () => {
  await using it = await abandoned('crash')
  expect(retryTask(it.task, it.rig.context).status).toBe('queued')
  expect(it.told()).toEqual(['queued', 'started', 'failed', 'queued'])
})
