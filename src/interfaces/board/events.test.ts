import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mayday } from '../../../tests/run-mayday.ts'
import { until } from '../../../tests/running-mayday.ts'
import { exampleIntent, exampleTask } from '../../../tests/examples/records.ts'
import { environmentOf } from '../../record/project.ts'
import { Store } from '../../record/store.ts'
import type { State } from '../../views/state.ts'
import type { Patch } from './api.ts'
import { openRig, type Rig } from '../../../tests/board-rig.ts'
import { importedRuns } from '../../../tests/imported-runs.ts'

type Heard = { readonly event: string; readonly data: unknown }

/** Reads /events like a page. */
async function follow(
  rig: Rig,
): Promise<{ readonly heard: Heard[]; readonly patches: () => Patch[] } & AsyncDisposable> {
  const stop = new AbortController()
  const answer = await fetch(rig.url('/api/v1/events'), {
    headers: { authorization: `Bearer ${rig.board().token}` },
    signal: stop.signal,
  })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const heard: Heard[] = []
  const reading = readEvents(answer, heard)
  await until('the hello', () => heard.length > 0)
  return {
    heard,
    patches: () => heard.filter(({ event }) => event === 'state').map(({ data }) => data as Patch),
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await reading
    },
  }
}

async function readEvents(answer: Response, heard: Heard[]): Promise<void> {
  let text = ''
  try {
    for await (const bytes of answer.body ?? []) {
      text += Buffer.from(bytes).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
        heard.push({ event: field('event'), data: JSON.parse(field('data')) })
      }
    }
  } catch {
    // The test ends the connection.
  }
}

const stateOf = async (rig: Rig): Promise<State> => (await rig.ask('/api/v1/state')).json as State

test('a page receives a run of another process', async () => {
  await using rig = await openRig()
  await using page = await follow(rig)
  expect(page.heard[0]?.event).toBe('hello')
  const run = mayday(['run', '--', 'sh', '-c', 'echo looking around; sleep 2; exit 3'], {
    cwd: rig.root,
    env: environmentOf(rig.context.project),
  })
  const rows = (): readonly unknown[] => page.patches().flatMap(({ tasks = [] }) => tasks)
  await until('the live run', () =>
    page.patches().some(({ tasks = [] }) => tasks[0]?.live?.doing === 'looking around'),
  )
  await run
  await until('its end', () => page.patches().some(({ counts }) => counts?.failed === 1))
  expect(rows().at(-1)).toMatchObject({
    run: 1,
    status: 'failed',
    reason: 'UNKNOWN',
    class: 'unknown',
    live: null,
  })
  expect(await stateOf(rig)).toMatchObject({
    counts: { failed: 1, running: 0 },
    tasks: [{ task: 1, run: 1, isImplicit: true }],
  })
  const { json } = await rig.ask('/api/v1/runs/1')
  expect(json).toMatchObject({ run: { exitCode: 3 }, attempts: [{ run: 1 }], files: { log: { size: 15 } } })
  const events = (json as { events: readonly { event: string }[] }).events.map(({ event }) => event)
  expect(events).toContain('run:ended')
  expect((await rig.ask('/api/v1/runs/1/result')).json).toMatchObject({ format: 'mayday.result/2', run: 1 })
})

test('an unchanged state is not sent again', async () => {
  await using rig = await openRig()
  rig.context.store.addTask(exampleTask(), '2026-11-03T10:00:00.000Z')
  await using page = await follow(rig)
  using other = Store.open(rig.context.project.record)
  other.setSetting('nothing', 'that a page shows')
  const { task } = other.addTask(exampleTask({ title: 'second' }), '2026-11-03T10:00:00.000Z')
  await until('the second task', () => page.patches().length > 0)
  expect(page.patches()).toHaveLength(1)
  expect(page.patches()[0]?.tasks?.map((row) => row.task)).toEqual([task])
  expect(Object.keys(page.patches()[0] ?? {}).toSorted()).toEqual(['counts', 'now', 'tasks'])
})

test('an open page receives repeated pings', async () => {
  await using rig = await openRig({}, { pingEveryMs: 300 })
  await using page = await follow(rig)
  const pings = (): readonly Heard[] => page.heard.filter(({ event }) => event === 'ping')
  await until('three pings', () => pings().length >= 3)
  const times = pings().map(({ data }) => Date.parse((data as { now: string }).now))
  expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(500)
  expect(page.patches()).toEqual([])
})

test('an edit of a card is sent', async () => {
  await using rig = await openRig()
  const folder = join(rig.root, 'project/phase-5-flows/backlog')
  mkdirSync(folder, { recursive: true })
  const card = (status: string): void =>
    writeFileSync(
      join(folder, '5.2-locks.md'),
      `---\nowner: a\nagent_flow: implement\nagent_status: ${status}\n---\n\n# 5.2 Locks\n\n## History\n`,
    )
  card('idle')
  await using page = await follow(rig)
  card('running')
  const told = await until('the card', () => page.patches().find(({ board }) => board !== undefined))
  expect(told.board?.phases[0]?.columns[0]?.cards[0]).toMatchObject({
    path: 'project/phase-5-flows/backlog/5.2-locks.md',
    status: 'running',
    problem: expect.stringContaining('no live run of it'),
  })
})

test('fifty pages share one timer', async () => {
  await using rig = await openRig()
  let looks = 0
  const { store } = rig.context
  const version = store.version.bind(store)
  store.version = () => {
    looks += 1
    return version()
  }
  const pages = await Promise.all(Array.from({ length: 50 }, () => follow(rig)))
  const before = looks
  const startedMs = performance.now()
  store.addTask(exampleTask(), '2026-11-03T10:00:00.000Z')
  rig.board().refresh()
  await until('all pages', () => pages.every((page) => page.patches().length === 1))
  await until('some more looks', () => looks - before > 4)
  expect(looks - before).toBeLessThan(10 + (performance.now() - startedMs) / 100)
  for (const page of pages) await page[Symbol.asyncDispose]()
})

test('a restarted server has another id', async () => {
  await using rig = await openRig()
  await using before = await follow(rig)
  await rig.restart()
  await using after = await follow(rig)
  const [first, second] = [before.heard[0]?.data, after.heard[0]?.data].map(
    (data) => (data as { server: string }).server,
  )
  expect(first).not.toBe(second)
})

test('only the shown runs are read from thousands', async () => {
  await using rig = await openRig()
  const { store } = rig.context
  const heads = store.heads.bind(store)
  let reads = 0
  store.heads = (newest) => {
    reads += 1
    return heads(newest)
  }
  fill(store, { ended: 2_000, live: 100 })
  const state = await stateOf(rig)
  expect(state.tasks).toHaveLength(500)
  expect(state.tasks.filter(({ status }) => status === 'running')).toHaveLength(100)
  expect(state).toMatchObject({ omitted: 1_600, counts: { failed: 2_000, running: 100 } })
  await using page = await follow(rig)
  for (let at = 0; at < 5; at += 1) await stateOf(rig)
  expect(reads).toBe(1)
  using other = Store.open(rig.context.project.record)
  other.addTask(exampleTask(), '2026-11-03T10:00:00.000Z')
  await until('the change', () => page.patches().some(({ counts }) => counts?.queued === 1))
  expect(reads).toBe(2)
})

function fill(store: Store, { ended, live }: { readonly ended: number; readonly live: number }): void {
  store.importRuns('gza', importedRuns(ended, '2026-11-01T00:00:00Z'))
  for (let at = 0; at < live; at += 1)
    store.begin(exampleIntent({ startedAt: '2026-11-03T00:00:00.000Z', logPath: `logs/20261101/${at}` }))
}
