import { expect, test } from 'vitest'
import { doingOf } from './live-words.ts'

const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

const timestamp = '2026-11-15T07:10:00.000Z'
const gemini = {
  timestamp,
  type: 'init',
  session_id: '48b91842-0000-4000-8000-000000000001',
  model: 'gemini-2.5-pro',
}

test.each([
  ['plain text', 'one\n\ntwo\n', 'two'],
  [
    'a call of Gemini CLI',
    lines(gemini, {
      timestamp,
      type: 'tool_use',
      tool_id: 'a',
      tool_name: 'run_shell_command',
      parameters: { command: 'rg -n redirect src' },
    }),
    'run_shell_command rg -n redirect src',
  ],
  [
    'words of Codex',
    lines(
      { type: 'thread.started', thread_id: '01993f0e-2f8e-7c52-9a61-8d7f2f1c1a21' },
      { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: 'Now the code.' } },
      { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 2 } },
    ),
    'Now the code.',
  ],
  [
    'a record that says nothing',
    lines(
      { type: 'thread.started', thread_id: '01993f0e-2f8e-7c52-9a61-8d7f2f1c1a21' },
      { type: 'turn.started' },
    ),
    null,
  ],
])('what a live run does is no raw record: %s', (_, end, said) => {
  expect(doingOf(end)).toBe(said)
})
