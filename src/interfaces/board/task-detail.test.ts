import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { bringTo, exampleIntent, exampleResult, exampleTask } from '../../../tests/examples/records.ts'
import type { Store } from '../../record/store.ts'
import type { ShownTask } from '../../views/show-task.ts'
import { cardKey } from '../../cards/card-place.ts'
import { cardsIn, type State } from '../../views/state.ts'
import { openRig } from '../../../tests/board-rig.ts'
import { importedRuns } from '../../../tests/imported-runs.ts'

const AT = '2026-11-03T10:00:00.000Z'

/** Two failed runs of a task. The last one has a session and a corrected reason. */
function oldTask(store: Store): number {
  const { task } = store.addTask(exampleTask({ title: 'Long ago' }), AT)
  bringTo('failed', task, store)
  for (const run of [1, 2]) {
    const intent = exampleIntent({ task, logPath: `logs/20261103/${run}`, agent: 'claude' })
    const numbers = store.begin(intent)
    store.finish(exampleResult(intent, numbers, { reason: 'TESTS_FAILED', sessionId: 's1' }))
  }
  store.correct(2, { reason: 'STALLED', note: null, at: AT })
  return task
}

test('a task outside /state has the same row', async () => {
  await using rig = await openRig()
  const { store } = rig.context
  const task = oldTask(store)
  const stateNow = async (): Promise<State> => (await rig.ask('/api/v1/state')).json as State
  const [before] = (await stateNow()).tasks
  store.importRuns('gza', importedRuns(600, '2026-11-04T00:00:00Z'))
  rig.board().refresh()
  expect((await stateNow()).tasks.some((row) => row.task === task)).toBe(false)
  const { status, json } = await rig.ask(`/api/v1/tasks/${task}`)
  const detail = json as ShownTask
  expect({ status, format: detail.format }).toEqual({ status: 200, format: 'mayday.task/3' })
  expect(detail.task).toEqual(before)
  expect(detail.task).toMatchObject({ reason: 'STALLED', countedAttempts: 2, canResume: true, run: 2 })
  expect(detail.runs.map(({ run, reasonThatCounts }) => [run, reasonThatCounts])).toEqual([
    [1, 'TESTS_FAILED'],
    [2, 'STALLED'],
  ])
  expect((await rig.ask('/api/v1/runs/1')).json).toMatchObject({ task: { task, title: 'Long ago' } })
})

test('a card that was moved keeps its task', async () => {
  await using rig = await openRig()
  const [before, after] = ['in-progress', 'done'].map((folder) =>
    join('project/phase-5-flows', folder, '5.2-locks.md'),
  )
  if (before === undefined || after === undefined) throw new Error('two places')
  for (const path of [before, after]) mkdirSync(dirname(join(rig.root, path)), { recursive: true })
  writeFileSync(
    join(rig.root, before),
    '---\nagent_flow: implement\nagent_status: failed\n---\n\n# 5.2 Locks\n',
  )
  const cardKeyOf = cardKey(join(rig.root, before))
  const { task } = rig.context.store.addTask(exampleTask({ card: before, cardKey: cardKeyOf }), AT)
  renameSync(join(rig.root, before), join(rig.root, after))
  const state = (await rig.ask('/api/v1/state')).json as State
  expect(cardsIn(state.board)).toMatchObject([{ path: after, task }])
})

test('only a task in /state is described as there', async () => {
  await using rig = await openRig()
  const { task } = rig.context.store.addTask(exampleTask(), AT)
  const { tasks } = (await rig.ask('/api/v1/state')).json as State
  expect((await rig.ask(`/api/v1/tasks/${task}`)).json).toEqual({
    format: 'mayday.task/3',
    task: tasks[0],
    prompt: exampleTask().prompt,
    runs: [],
  })
  expect(await rig.ask('/api/v1/tasks/99')).toMatchObject({
    status: 404,
    json: { error: { code: 'UNKNOWN_TASK' } },
  })
  for (const word of ['0', '-1', 'x', '1e3', '..%2F1'])
    expect((await rig.ask(`/api/v1/tasks/${word}`)).status).toBe(400)
})
