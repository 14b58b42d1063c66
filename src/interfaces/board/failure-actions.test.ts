import { expect, test } from 'vitest'
import { openRig, type Rig } from '../../../tests/board-rig.ts'
import { bringTo, exampleIntent, exampleResult, exampleTask } from '../../../tests/examples/records.ts'

/** A task that failed or runs. All failures have the same cause. */
function failing(rig: Rig, how: 'failed' | 'running' = 'failed'): { task: number; run: number } {
  const { store } = rig.context
  const { task } = store.addTask(exampleTask({ argv: ['true'] }), '2026-11-03T10:00:00.000Z')
  bringTo(how, task, store)
  const intent = exampleIntent({ task })
  const numbers = store.begin(intent)
  if (how === 'failed') store.finish(exampleResult(intent, numbers))
  return { task, run: numbers.run }
}

const keyIn = ({ context: { store } }: Rig): string => store.causes()[0]?.cause ?? ''

test('acknowledging a failure can be taken back', async () => {
  await using rig = await openRig()
  failing(rig)
  const key = keyIn(rig)
  expect((await rig.post(`/api/v1/failures/${key}/ack`, { note: 'known' })).json).toEqual({
    ok: true,
    said: `Failure ${key} is acknowledged until it happens again.`,
  })
  expect((await rig.ask(`/api/v1/failures/${key}`)).json).toMatchObject({
    state: 'acknowledged',
    note: 'known',
  })
  expect((await rig.post(`/api/v1/failures/${key}/unack`)).status).toBe(200)
  expect((await rig.ask(`/api/v1/failures/${key}`)).json).toMatchObject({ state: 'open', note: null })
  expect(await rig.post('/api/v1/failures/abcdef12/ack')).toMatchObject({ status: 404 })
})

test('retrying all tasks of a failure names the refused ones', async () => {
  await using rig = await openRig()
  const [first, second] = [failing(rig), failing(rig)]
  const key = keyIn(rig)
  const tasks = [first.task, second.task]
  const before = rig.context.store.begin(exampleIntent({ task: second.task }))
  const { json } = await rig.post(`/api/v1/failures/${key}/retry`, { tasks })
  expect(json).toMatchObject({
    said: expect.stringMatching(/^1 task is tried again\. Not retried: Task 2: /),
  })
  expect(rig.launched).toEqual([['run', '--task', '1']])
  expect(before.task).toBe(second.task)
  expect(await rig.post(`/api/v1/failures/${key}/retry`, { tasks: [99] })).toMatchObject({
    status: 400,
    json: { error: { message: 'Task 99 did not fail this way: it is not retried.' } },
  })
  expect(await rig.post(`/api/v1/failures/${key}/retry`, { tasks: [] })).toMatchObject({ status: 400 })
})

test('correcting many runs is all or nothing', async () => {
  await using rig = await openRig()
  const runs = [failing(rig).run, failing(rig).run]
  const live = failing(rig, 'running').run
  const { store } = rig.context
  expect(await rig.post('/api/v1/runs/correct', { runs: [...runs, live], reason: 'TIMEOUT' })).toMatchObject({
    status: 409,
    json: { error: { code: 'RUN_LIVE' } },
  })
  expect(runs.map((run) => store.find(run)?.correction)).toEqual([null, null])
  const was = store.find(runs[0] ?? 0)?.reason
  expect((await rig.post('/api/v1/runs/correct', { runs, reason: 'TIMEOUT' })).json).toEqual({
    ok: true,
    said: '2 runs are now TIMEOUT. The verdicts of the classifier are kept.',
  })
  expect(store.causes()).toHaveLength(1)
  // The request that the page sends to undo it.
  expect((await rig.post('/api/v1/runs/correct', { runs, reason: was ?? null })).status).toBe(200)
  expect(store.find(runs[0] ?? 0)?.correction?.reason).toBe(was)
  expect(await rig.post('/api/v1/runs/correct', { runs, reason: 'NOTHING_KNOWN' })).toMatchObject({
    status: 400,
  })
})
