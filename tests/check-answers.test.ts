import { expect, test } from 'vitest'
import { checkAnswers } from './check-answers.ts'

const answer = { format: 'mayday.where/1', root: '/a', record: '/b', trees: '/c', isRecorded: true }

const check = (...answers: readonly object[]): void =>
  checkAnswers(answers.map((one) => `${JSON.stringify(one)}\n`).join(''))

test('an answer that fits its schema is accepted', () => {
  expect(() => check(answer)).not.toThrow()
  expect(() => checkAnswers('mayday: no JSON\n')).not.toThrow()
})

test('a field of another type is refused', () => {
  expect(() => check({ ...answer, isRecorded: 'yes' })).toThrow('does not fit mayday.where/1: isRecorded')
})

test('a field that no schema names is refused', () => {
  expect(() => check({ ...answer, more: 1 })).toThrow('has a field that mayday.where/1 does not name')
})

test('every line of a stream is checked', () => {
  expect(() => check({ event: 'a' }, { ...answer, root: null })).toThrow('root')
})
