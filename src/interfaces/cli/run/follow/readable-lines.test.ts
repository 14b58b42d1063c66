import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReadableLines } from './readable-lines.ts'

const read = (...records: readonly unknown[]): readonly string[] => {
  const lines = new ReadableLines()
  const text = records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
  return [...lines.push(Buffer.from(text)), ...lines.end()]
}

test('words and tools of Claude Code are shown', () => {
  const said = [
    { type: 'text', text: 'First\nsecond' },
    { type: 'tool_use', name: 'Bash', input: { command: 'npm test\nmore' } },
  ]
  expect(
    read(
      { type: 'system', subtype: 'init', session_id: 's' },
      { type: 'assistant', message: { content: said }, session_id: 's' },
      { type: 'user', message: { content: [{ type: 'tool_result', content: 'long' }] }, session_id: 's' },
      { type: 'result', subtype: 'success', is_error: true, result: 'limit', session_id: 's' },
    ),
  ).toEqual(['First', 'second', '→ Bash npm test', '! limit'])
})

test('words and tools of Codex are shown', () => {
  expect(
    read(
      { type: 'thread.started', thread_id: 't' },
      { type: 'item.started', item: { type: 'command_execution', command: 'ls' } },
      { type: 'item.completed', item: { type: 'agent_message', text: 'Done.' } },
      { type: 'turn.failed', error: { message: 'no' } },
    ),
  ).toEqual(['→ $ ls', 'Done.', '! no'])
})

test('words and tools of Gemini CLI are shown', () => {
  const timestamp = '2026-01-01T00:00:00Z'
  expect(
    read(
      { type: 'message', timestamp, role: 'user', content: 'prompt' },
      { type: 'message', timestamp, role: 'assistant', content: 'Hello' },
      { type: 'tool_use', timestamp, tool_name: 'run_shell_command', parameters: { command: 'ls' } },
    ),
  ).toEqual(['Hello', '→ run_shell_command ls'])
})

test('words and tools of OpenCode and Copilot are shown', () => {
  expect(
    read(
      { type: 'text', sessionID: 's', part: { text: 'One' } },
      { type: 'tool_use', sessionID: 's', part: { tool: 'bash', state: { input: { command: 'ls' } } } },
      { type: 'assistant.message', id: 1, timestamp: 't', data: { content: 'Two' } },
      {
        type: 'tool.execution_start',
        id: 1,
        timestamp: 't',
        data: { toolName: 'view', arguments: { path: 'a' } },
      },
    ),
  ).toEqual(['One', '→ bash ls', 'Two', '→ view a'])
})

test('lines of other programs stay as they are', () => {
  expect(read('plain', '{"level":"info","msg":"x"}', '{not json')).toEqual([
    'plain',
    '{"level":"info","msg":"x"}',
    '{not json',
  ])
})

test('control sequences in the words are removed', () => {
  expect(read({ type: 'text', sessionID: 's', part: { text: 'a\u001B]0;title\u0007b\u001B[2Jc' } })).toEqual([
    'abc',
  ])
})

test('any cut of the bytes gives the same lines', () => {
  const record = { type: 'text', sessionID: 's', part: { text: 'grün 漢字 👍' } }
  const bytes = Buffer.from(`${JSON.stringify(record)}\nnext\nlast`)
  for (let at = 0; at <= bytes.length; at += 1) {
    const lines = new ReadableLines()
    const all = [...lines.push(bytes.subarray(0, at)), ...lines.push(bytes.subarray(at)), ...lines.end()]
    expect(all).toEqual(['grün 漢字 👍', 'next', 'last'])
  }
})

test('no record makes the reader throw', () => {
  const types = fc.constantFrom(
    'assistant',
    'result',
    'item.started',
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
      expect(read({ ...rest, type }).every((line) => typeof line === 'string')).toBe(true)
    }),
  )
})
