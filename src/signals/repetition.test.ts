import { expect, test } from 'vitest'
import { jsonLines, readOutput } from '../../tests/captures.ts'
import { SignalReader } from '../../tests/knowing-agents.ts'

const call = (n: number, name: string, input: object): object => ({
  type: 'assistant',
  message: { id: `m${n}`, content: [{ type: 'tool_use', id: `t${n}`, name, input }] },
  session_id: 's',
})
const answer = (n: number): object => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: 'no' }] },
  session_id: 's',
})
const times = (count: number, name: string, input: object): readonly object[] =>
  Array.from({ length: count }, (_, n) => [call(n, name, input), answer(n)]).flat()

const init = { type: 'system', subtype: 'init', session_id: 's', apiKeySource: 'none' }

const inLoop = (...records: readonly object[]): boolean | undefined =>
  readOutput(jsonLines(init, ...records)).facts.inLoop

const again = { command: 'npm test' }

test('the same command 25 times counts as a loop', () => {
  expect(inLoop(...times(24, 'Bash', again))).toBe(false)
  expect(inLoop(...times(25, 'Bash', again))).toBe(true)
  expect(inLoop(...times(60, 'Bash', again))).toBe(true)
})

test('an agent that does something else leaves the loop', () => {
  expect(inLoop(...times(30, 'Bash', again), call(99, 'Bash', { command: 'ls' }))).toBe(false)
})

test('edits of the same file are no loop', () => {
  expect(inLoop(...times(60, 'Edit', { file_path: 'a.ts', new_string: 'x' }))).toBe(false)
})

const says = (text: string): object => ({
  type: 'assistant',
  message: { content: [{ type: 'text', text }] },
  session_id: 's',
})
const failed = (n: number): object => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: 'no JSON', is_error: true }] },
  session_id: 's',
})

test('the same words before broken calls count as a loop', () => {
  const round = (n: number): readonly object[] => [says('I use it.'), call(n, 'Bash', { raw: n }), failed(n)]
  const rounds = Array.from({ length: 25 }, (_, n) => round(n))
  expect(inLoop(...rounds.slice(1).flat())).toBe(false)
  expect(inLoop(...rounds.flat())).toBe(true)
  expect(inLoop(...rounds.flat(), says('I do otherwise.'))).toBe(false)
  expect(inLoop(...rounds.flat(), call(99, 'Read', {}), answer(99))).toBe(false)
})

test('the same lines of text are no loop', () => {
  expect(readOutput('Still working.\n'.repeat(60)).facts.inLoop).toBe(false)
})

test('a loop is not progress, whether a tool runs or not', () => {
  const reader = new SignalReader({ agent: 'claude', stage: 'agent_run' })
  const push = (...records: readonly object[]): void => reader.push(Buffer.from(jsonLines(...records)))
  push(...times(25, 'Bash', again))
  const { pulse } = reader.notes.activity()
  push(call(25, 'Bash', again))
  expect(reader.notes.activity()).toMatchObject({ pulse, inTool: false })
  push(call(26, 'Bash', { command: 'ls' }))
  expect(reader.notes.activity()).toMatchObject({ inTool: true })
})
