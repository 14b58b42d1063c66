import { expect, test } from 'vitest'
import { actionPaths, bodyFor, type ActionPath } from './bodies.ts'

test.each([
  ['cards/retry', {}, "'card' is missing."],
  ['cards/retry', { card: '' }, "'card' is missing."],
  ['cards/enqueue', { card: 'a\0b' }, "'card' cannot be a path."],
  ['cards/reset', { card: 'a', confirm: 'yes' }, "'confirm' needs true or false."],
  ['runs/:id/correct', {}, "'reason' is missing."],
  ['runs/:id/correct', { reason: 7 }, "'reason' needs a text of at most 10000 characters."],
  ['escalations/:n/ack', { note: 'x'.repeat(10_001) }, "'note' needs a text of at most 10000 characters."],
  ['tasks/:n/restore', { snapshot: 0 }, "'snapshot' needs a whole number from 1."],
  ['runs/correct', { runs: [], reason: null }, "'runs' needs at least one number."],
  ['failures/:key/retry', { tasks: ['1'] }, "'tasks.0' needs a whole number from 1."],
  ['tasks/:n/restore', { others: 1 }, "'others' needs true or false."],
  ['tasks/add', { prompt: ' ' }, "'prompt' is empty."],
  ['scheduler/limit', { concurrency: 0 }, "'concurrency' needs a whole number from 1."],
] as const)('a wrong field is named: %s %j', (path: ActionPath, body, message) => {
  expect(() => bodyFor(path, body)).toThrow(message)
})

test('an optional field may be null or missing', () => {
  const said = { card: 'a.md', reason: null, tasks: [1], runs: [2], prompt: 'Fix it', concurrency: 2 }
  for (const path of actionPaths) expect(bodyFor(path, said)).toEqual(said)
  expect(bodyFor('tasks/:n/restore', { snapshot: null, others: null, confirm: null })).toBeTruthy()
})
