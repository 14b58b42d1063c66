/** The client of the page and the real server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleTask } from '../tests/examples/records.ts'
import { api, deed, question, RefusedError } from './client.ts'
import { openRig, type Rig } from '../tests/board-rig.ts'

let rig: Rig
const { fetch } = globalThis

beforeAll(async () => {
  rig = await openRig()
  rig.context.store.addTask(exampleTask(), '2026-11-03T10:00:00.000Z')
  // As in a page: addresses are relative, and the browser sends the token.
  globalThis.fetch = (asked, init) => {
    const path = typeof asked === 'string' ? asked : ''
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${rig.board().token}`)
    return fetch(rig.url(path), { ...init, headers })
  }
})
afterAll(async () => {
  globalThis.fetch = fetch
  await rig[Symbol.asyncDispose]()
})

test('the client gets typed answers', async () => {
  const { tasks } = await question(api.state, {}).ask()
  expect(tasks[0]?.title).toBe(exampleTask().title)
  const { task } = await question(api.tasks[':n'], { param: { n: '1' } }).ask()
  expect(task.task).toBe(1)
  const said = await deed(api.tasks[':n'].skip, { param: { n: '1' } })()
  expect(said).toEqual({ ok: true, said: 'Task 1 is skipped.' })
})

test('words that are null or empty are left out', async () => {
  const { runs } = await question(api.runs, {
    query: { limit: 1, before: null, reason: '', since: undefined },
  }).ask()
  expect(runs).toEqual([])
})

test('a part of a path may have any characters', async () => {
  for (const key of ['a/b', '%2f', 'é ?#&', '100%', '..x'])
    await expect(deed(api.gates[':key'].open, { param: { key } })()).rejects.toThrow(
      `There is no closed gate '${key}'.`,
    )
})

test('a refusal has the words of the server', async () => {
  const refused = await question(api.runs[':id'], { param: { id: '9' } })
    .ask()
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(RefusedError)
  expect(refused).toMatchObject({
    status: 404,
    code: 'UNKNOWN_RUN',
    message: 'There is no run 9.',
    isPassing: false,
  })
})

test('the same question has the same key', () => {
  const key = (from: number): string =>
    question(api.runs[':id'].log, { param: { id: '1' }, query: { from } }).key
  expect(key(1)).toBe(key(1))
  expect(key(1)).not.toBe(key(2))
})

test('only what a route takes compiles', () => {
  const wrong = [
    // @ts-expect-error -- no such word
    question(api.runs, { query: { colour: 'red' } }),
    // @ts-expect-error -- the part of the path is missing
    question(api.runs[':id'], {}),
    // @ts-expect-error -- a field has another type
    deed(api.runs.correct, { json: { runs: '1', reason: null } }),
    // @ts-expect-error -- a required field is missing
    deed(api.cards.retry, {}),
  ]
  expect(wrong).toHaveLength(4)
})
