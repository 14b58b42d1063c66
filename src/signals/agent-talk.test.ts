import { expect, test } from 'vitest'
import { isAgentTalk, isReport } from './agent-talk.ts'

test.each([
  "I've added the flag and its test.",
  'I’ll run the tests first.',
  "Here's a summary of what was done:",
  '2026-01-01 error: CAPIError: 502 try again',
  'Error calling tool: MCP error -32000: Connection closed',
])('%j is recognised as an agent', (line) => {
  expect(isAgentTalk(line)).toBe(true)
})

test.each([
  'Installing dependencies from lock file',
  'INFO: server started on port 3000',
  'I/O error on device sda',
  'Identity added: id_ed25519',
])('%j is recognised as a program', (line) => {
  expect(isAgentTalk(line)).toBe(false)
})

test('a Markdown report is distinguished from a log', () => {
  const report = [
    'Wrote the report to [docs/report.md](docs/report.md).',
    '',
    '- Confirmed the second builder in `core.ts` is broken.',
    '- Ranked the rest by evidence.',
    '',
    'No tests were run.',
  ]
  expect(isReport(report)).toBe(true)
  expect(isReport(['compiling `core`', 'warning: unused', 'linking', 'done'])).toBe(false)
  expect(isReport([...report, '2026-01-01 10:00:00 started'])).toBe(false)
})
