import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explanationOf } from '../src/diagnosis/explain.ts'
import { diagnose } from '../src/diagnosis/diagnose.ts'
import { isReason } from '../src/reasons/reason.ts'
import { SignalReader } from '../src/agents/signal-reader.ts'
import type { Explanation } from '../src/diagnosis/explain.ts'

const now = new Date('2026-01-02T03:04:05Z')

function explainChunks(chunks: readonly Uint8Array[], exitCode?: number): Explanation {
  const reader = new SignalReader({ now })
  for (const chunk of chunks) reader.push(chunk)
  const reading = reader.end(exitCode ?? null)
  return explanationOf(reading, diagnose({ ...reading, ...(exitCode === undefined ? {} : { exitCode }) }))
}

const pieces = fc.constantFrom(
  '{"type":"result","subtype":"success","is_error":false,"duration_api_ms":1,"result":"ok","session_id":"s","total_cost_usd":0}',
  '{"type":"system","subtype":"api_retry","error_status":429,"session_id":"s"}',
  '{"type":"thread.started","thread_id":"t"}',
  '{"type":"turn.failed","error":{"message":"stream disconnected"}}',
  '{\n  "error": {\n    "code": 401,\n    "message": "bad key"\n  }\n}',
  '{"role":"tool","content":"Error: rate limit"}',
  'FAILED tests/a.py::b - assert 1 == 2',
  '=== 1 failed, 2 passed in 0.1s ===',
  '[MAYDAY_FAILURE:TESTS_FAILED]',
  'FAILURE_REASON: the database is gone',
  'fatal: repository not found',
  '```',
  'progress 10%\rprogress 20%\rprogress 30%',
  '\u001B[31mError:\u001B[0m boom',
  '\u00e9\u00df\u4e2d\u{1F600}',
  '',
  '{',
  '[1,2',
)

const logs = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 30 })
  .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end)))

test('a diagnosis is total over arbitrary bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 3000 }),
      fc.option(fc.integer({ min: -64, max: 255 })),
      (bytes, code) => {
        const { reason, confidence } = explainChunks([bytes], code ?? undefined)
        expect(reason === null || isReason(reason)).toBe(true)
        expect(['high', 'medium', 'low']).toContain(confidence)
      },
    ),
    { numRuns: 300 },
  )
})

test('cutting the input anywhere changes nothing', () => {
  fc.assert(
    fc.property(
      logs,
      fc.constantFrom('utf8', 'utf16le', 'latin1'),
      fc.array(fc.nat(4000), { maxLength: 12 }),
      (log, encoding, cuts) => {
        const bytes = Buffer.from(log, encoding as BufferEncoding)
        const marks = [
          0,
          ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b),
          bytes.length,
        ]
        const chunks = marks.slice(1).map((end, i) => bytes.subarray(marks[i], end))
        expect(explainChunks(chunks)).toEqual(explainChunks([bytes]))
      },
    ),
    { numRuns: 300 },
  )
})

const scary = fc.array(
  fc.constantFrom(
    'API Error: 429 rate limit exceeded',
    '[MAYDAY_FAILURE:TESTS_FAILED]',
    '[GZA_FAILURE:MAX_TURNS]',
    'FAILURE_REASON: none of your business',
    "You've hit your limit · resets 5pm (UTC)",
    'Error: Cannot find module x',
    '=== 3 failed in 0.1s ===',
    'Segmentation fault (core dumped)',
    'No space left on device',
    'Killed',
    'bash: foo: command not found',
  ),
  { minLength: 1, maxLength: 12 },
)

const transcripts: readonly [string, (words: string) => readonly unknown[]][] = [
  [
    'claude',
    (words) => [
      { type: 'system', subtype: 'init', session_id: 's', apiKeySource: 'none', model: 'm' },
      {
        type: 'assistant',
        message: {
          id: 'msg_1',
          model: 'm',
          content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'cat x' } }],
        },
        parent_tool_use_id: null,
        session_id: 's',
      },
      {
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: 't', is_error: false, content: words }] },
        parent_tool_use_id: null,
        session_id: 's',
      },
      {
        type: 'assistant',
        message: { id: 'msg_2', model: 'm', content: [{ type: 'text', text: 'Done.' }] },
        parent_tool_use_id: null,
        session_id: 's',
      },
      {
        type: 'result',
        subtype: 'success',
        is_error: false,
        duration_api_ms: 1,
        num_turns: 2,
        result: 'Done.',
        session_id: 's',
        total_cost_usd: 0,
      },
    ],
  ],
  [
    'codex',
    (words) => [
      { type: 'thread.started', thread_id: 't' },
      { type: 'turn.started' },
      {
        type: 'item.completed',
        item: {
          id: 'item_0',
          type: 'command_execution',
          command: 'cat x',
          aggregated_output: words,
          exit_code: 0,
          status: 'completed',
        },
      },
      { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: 'Done.' } },
      { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } },
    ],
  ],
  [
    'an unknown agent',
    (words) => [
      { event: 'start', id: 1 },
      { role: 'assistant', content: 'I will look.' },
      { role: 'tool', name: 'shell', content: words },
      { role: 'assistant', content: 'Done.' },
      { event: 'end', status: 'success' },
    ],
  ],
]

test.each(transcripts)('scary tool results of %s change nothing', (_name, transcript) => {
  const lines = (words: string): Buffer =>
    Buffer.from(
      transcript(words)
        .map((line) => JSON.stringify(line))
        .join('\n'),
    )
  fc.assert(
    fc.property(scary, fc.constantFrom(0, undefined), (words, code) => {
      expect(explainChunks([lines(words.join('\n'))], code).reason).toBeNull()
    }),
    { numRuns: 60 },
  )
})
