import { expect, test } from 'vitest'
import { bestOf } from './rank.ts'

const names = (typed: string, ...entries: (string | [string, string])[]): readonly string[] =>
  bestOf(
    entries.map((one) => (typeof one === 'string' ? { name: one } : { name: one[0], words: one[1] })),
    typed,
    10,
  ).map(({ name }) => name)

test('every typed word must be found', () => {
  expect(names('fix login', 'Fix the login test', 'Fix the parser', 'Login')).toEqual(['Fix the login test'])
})

test('the start of a name comes first', () => {
  expect(names('log', 'Catalog', 'Open the log', 'Log in again')).toEqual([
    'Log in again',
    'Open the log',
    'Catalog',
  ])
})

test('a whole name is the best match', () => {
  expect(names('runs', 'Runs of today', 'Runs')).toEqual(['Runs', 'Runs of today'])
})

test('other words find an entry, behind its name', () => {
  expect(names('claude', ['Fix it', '#3 claude'], 'Claude logs in')).toEqual(['Claude logs in', 'Fix it'])
})

test('without words the entries keep their order', () => {
  expect(names('  ', 'b', 'a')).toEqual(['b', 'a'])
})
