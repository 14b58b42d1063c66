import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readRow, readRows } from './read-rows.ts'

const schema = v.object({ name: v.string(), used: v.number() })

test('a row that fits is read', () => {
  const row = { name: 'team-a', used: 1, more: true }
  expect(readRows(schema, [row])).toEqual([row])
})

test('a missing or changed column is an error', () => {
  expect(() => readRow(schema, { name: 'team-a' })).toThrow(/cannot be read: .*used/)
  expect(() => readRow(schema, { name: 'team-a', used: '1' })).toThrow('used: ')
  expect(() => readRow(schema, undefined)).toThrow('a row of the fleet cannot be read')
})
