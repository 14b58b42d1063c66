import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ReadableLines } from './readable-lines.ts'

const captures = join(import.meta.dirname, '../../../../../tests/fixtures/captures')

const read = (...records: readonly unknown[]): readonly string[] => {
  const lines = new ReadableLines()
  const text = records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
  return [...lines.push(Buffer.from(text)), ...lines.end()]
}

/** The lines of a captured run. Other lines of it are warnings and a banner. */
function readCaptured(agent: string, name: string): readonly string[] {
  const lines = new ReadableLines()
  const all = [...lines.push(readFileSync(join(captures, agent, `${name}.log`))), ...lines.end()]
  return all.filter((line) => /^(?:→|!|I will|FAKE)/.test(line))
}

test.each(['claude', 'copilot', 'gemini', 'goose', 'opencode', 'qwen'])(
  'words and tools of %s are shown',
  (agent) => {
    expect(readCaptured(agent, `${agent}-tool_write`)).toEqual([
      'I will write a file.',
      '→ Edited /home/dev/project/hello.txt',
      'FAKE-DONE after 1 tool results',
    ])
  },
)

test('words, tools and errors of Codex are shown', () => {
  expect(readCaptured('codex', 'codex-tool_then_context')).toMatchInlineSnapshot(`
    [
      "I will run a command.",
      "→ Ran echo tool-ran > ran.txt; cat ran.txt",
      "! {"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again.","type":"invalid_request_error","param":null,"code":"context_length_exceeded"}}",
      "! {"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again.","type":"invalid_request_error","param":null,"code":"context_length_exceeded"}}",
    ]
  `)
})

const header = { type: 'session', version: 3, id: 's', timestamp: '2026-11-12T04:01:31Z', cwd: '/' }

test('retries and errors begin with a mark', () => {
  expect(read(header, { type: 'auto_retry_start', errorMessage: '529 overloaded' })).toEqual([
    '! 529 overloaded',
  ])
})

const asked = { type: 'message', timestamp: 't', role: 'user', content: 'Do it' }
const piece = (content: string): object => ({ type: 'message', timestamp: 't', role: 'assistant', content })

test('words that arrive in pieces are put together', () => {
  expect(read(asked, piece('One, '), piece('two\nth'), piece('ree'), 'plain')).toEqual([
    'One, two',
    'three',
    'plain',
  ])
})

test('lines of other programs stay as they are', () => {
  expect(read('plain', '{"level":"info","msg":"x"}', '{not json')).toEqual([
    'plain',
    '{"level":"info","msg":"x"}',
    '{not json',
  ])
})

test('control sequences in the words are removed', () => {
  expect(
    read({ type: 'text', sessionID: 'ses_1', part: { text: 'a\u001B]0;title\u0007b\u001B[2Jc' } }),
  ).toEqual(['abc'])
})

test('any cut of the bytes gives the same lines', () => {
  const record = { type: 'text', sessionID: 'ses_1', part: { text: 'grün 漢字 👍' } }
  const bytes = Buffer.from(`${JSON.stringify(record)}\nnext\nlast`)
  for (let at = 0; at <= bytes.length; at += 1) {
    const lines = new ReadableLines()
    const all = [...lines.push(bytes.subarray(0, at)), ...lines.push(bytes.subarray(at)), ...lines.end()]
    expect(all).toEqual(['grün 漢字 👍', 'next', 'last'])
  }
})

test('no record makes the reader throw', () => {
  const start = { type: 'thread.started', thread_id: 't' }
  const types = fc.constantFrom(
    'assistant',
    'result',
    'item.started',
    'item.completed',
    'turn.failed',
    'message',
    'text',
    'tool_use',
    'error',
    'x',
  )
  const shape = fc.dictionary(
    fc.constantFrom('message', 'item', 'part', 'data', 'error', 'sessionID', 'timestamp', 'id', 'subtype'),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(types, shape, (type, rest) => {
      expect(read(start, { ...rest, type }).every((line) => typeof line === 'string')).toBe(true)
    }),
  )
})
