import { expect, test } from 'vitest'
import { contextOf } from './context-lines.ts'

const text = 'I look at the login.\nstill the agent\n1 passed\n1 failed\nafter it\n'
const check = { from: 37, to: 62 }
const window = { from: 0, to: text.length, size: text.length, text, isLive: false, firstLine: 1 }
const proof = { byteOffset: 46, excerpt: '1 failed', line: 4 }

const linesOf = (...words: Parameters<typeof contextOf>): readonly string[] =>
  contextOf(...words).map(({ number, text, isProof }) => `${number} ${text}${isProof === true ? ' *' : ''}`)

test('a proving line stands between its neighbours', () => {
  expect(linesOf(window, proof)).toEqual([
    '1 I look at the login.',
    '2 still the agent',
    '3 1 passed',
    '4 1 failed *',
    '5 after it',
  ])
})

test('lines of another stage are no context', () => {
  expect(linesOf(window, { ...proof, within: check })).toEqual(['3 1 passed', '4 1 failed *', '5 after it'])
  const agent = { ...proof, byteOffset: 21, line: 2, within: { from: 0, to: 37 } }
  expect(linesOf(window, agent)).toEqual(['1 I look at the login.', '2 still the agent *'])
})

test('a proving line is shown where its stage begins inside it', () => {
  const within = { from: 50, to: 62 }
  expect(linesOf(window, { ...proof, byteOffset: 51, within })).toEqual(['4 1 failed *', '5 after it'])
})

test('a line outside of the window is shown alone', () => {
  expect(linesOf(window, { ...proof, byteOffset: 1000 })).toEqual(['4 1 failed *'])
})

test('a record stands alone, and its words are marked', () => {
  const record = `{"type":"result","is_error":true,"result":"Invalid API key","session_id":"0b8f3d4e-6f2a-4c61"}`
  const text = `{"type":"system"}\n${record}\n{"type":"end"}\n`
  const found = contextOf(
    { from: 0, to: text.length, size: text.length, text, isLive: false, firstLine: 1 },
    { byteOffset: text.indexOf('Invalid'), excerpt: 'Invalid API key', line: 2 },
  )
  expect(found).toEqual([{ number: 2, text: record, isProof: true, words: 'Invalid API key' }])
})
