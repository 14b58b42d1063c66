import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonObject } from '../signals/bytes/records.ts'
import { parseObject } from '../signals/json.ts'
import { goTestJson } from '../signals/agents/go-test-json.ts'
import { agentReaders } from './readers.ts'
import { Candidates } from '../signals/agents/candidates.ts'

const adapters = [...agentReaders, goTestJson]
const candidates = new Candidates(adapters)
const namesOf = (record: JsonObject): readonly string[] => candidates.of(record).map(({ name }) => name)

test.each([
  { ts: 1, level: 'info', msg: 'a step', pid: 4 },
  { type: 'tool_output', seq: 1, stdout: 'x', call_id: 'c' },
  { event: 'step', payload: { type: 'system' }, run: 'r' },
])('no agent is asked about %j', (record) => {
  expect(namesOf(record)).toEqual([])
})

test.each([
  ['claude', { type: 'rate_limit_event' }],
  ['codex', { type: 'turn.started' }],
  ['codex', { type: 'thread.started', thread_id: 't' }],
  ['opencode', { type: 'text', sessionID: 'ses_1' }],
  ['gemini', { $set: { lastUpdated: 1 } }],
])('%s is asked about its own record', (name, record) => {
  expect(namesOf(record)).toContain(name)
})

test('every agent that recognises records declares their cue', () => {
  const withoutCue = adapters.filter(
    ({ recognisesRecord, recordCue }) => (recognisesRecord === undefined) !== (recordCue === undefined),
  )
  expect(withoutCue.map(({ name }) => name)).toEqual([])
})

const missed = (record: JsonObject): readonly string[] =>
  adapters
    .filter((one) => one.recognisesRecord?.(record) === true && !candidates.of(record).includes(one))
    .map(({ name }) => name)

/** The record, and every copy of it with one key removed. */
const variantsOf = (record: JsonObject): readonly JsonObject[] => [
  record,
  ...Object.keys(record).map((left) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => key !== left)),
  ),
]

test('every recogniser of a captured record is called', () => {
  const folder = join(import.meta.dirname, '../../tests/fixtures')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:log|jsonl)$/.test(name),
  )
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const records = lines
    .map((line) => (line.startsWith('{') ? parseObject(line) : null))
    .filter((record) => record !== null)
  expect(records.length).toBeGreaterThan(1000)
  expect(records.flatMap(variantsOf).flatMap(missed)).toEqual([])
})

test('every recogniser of an invented record is called', () => {
  const oneOf = (words: string): fc.Arbitrary<string> => fc.constantFrom(...words.split(' '))
  const type = oneOf(
    'system result assistant user message complete turn.started item.started gemini session_meta text init tool_use stream_event abort',
  )
  const key = oneOf(
    'type subtype timestamp session_id sessionID sessionId parentUuid parentId data role content created metadata messages message item payload info source stats status tool_id severity model event projectHash trajectory trajectory_format total_tokens error response Action Time Package kind action usage id $set args',
  )
  const value = fc.oneof(type, fc.constantFrom(1, true, null, [], { type: 'x', id: 'msg_1' }, 'ses_1', 'run'))
  const record = fc.dictionary(key, value, { maxKeys: 6 })
  fc.assert(
    fc.property(record, type, (fields, kind) => {
      expect(missed(fields)).toEqual([])
      expect(missed({ ...fields, type: kind })).toEqual([])
    }),
    { numRuns: 1000 },
  )
})
