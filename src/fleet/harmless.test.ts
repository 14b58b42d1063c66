import { expect, test } from 'vitest'
import { harmless, worksInside } from './harmless.ts'

const ID = '0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90'

const logPathOf = (log_path: string, id = ID): unknown =>
  harmless({ table: 'runs', row: { id, log_path } })[0]?.row['log_path']

test('the folder of a run bears its id', () => {
  expect(logPathOf(`logs/20261116/${ID}`)).toBe(`logs/20261116/${ID}`)
})

test.each(['', '/etc', '../../other', `logs/../../${ID}`, `logs/20261116/${ID}/..`, 'logs/20261116/abc'])(
  'a run in %j has no files here',
  (path) => {
    expect(logPathOf(path)).toBe(`logs/elsewhere/${ID}`)
  },
)

test('a run without a proper id is left out', () => {
  expect(harmless({ table: 'runs', row: { id: '../../x', log_path: '' } })).toEqual([])
})

test.each([
  ['board/phase-1/x.md', 'board/phase-1/x.md'],
  ['../x.md', null],
  ['/etc/x.md', null],
  ['board/../../x.md', null],
  ['.git/config', null],
])('the card %j of a fleet is %j here', (card, expected) => {
  const [task] = harmless({ table: 'tasks', row: { number: 1, card, card_key: 'key' } })
  expect(task?.row).toEqual({ number: 1, card: expected, card_key: null })
})

test.each([
  ['.', true],
  ['packages/a', true],
  ['..', false],
  ['a/../../b', false],
  ['/tmp', false],
])('work in %j is inside: %j', (cwd, isInside) => {
  expect(worksInside({ cwd })).toBe(isInside)
})
