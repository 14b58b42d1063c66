/**
 * Reads JSON of unknown shape: a line of somebody's event stream, a harness result, a whole trajectory.
 *
 * G1 Nothing is matched inside words that are shown (tool results, prompts, files). G2 A document's own
 * fields are read after what it contains: they are its last word. G3 Depth, size and the number of signals
 * of one record are bounded.
 */
import type { JsonObject } from '../../bytes/records.ts'
import { isObject } from '../../bytes/records.ts'
import { number, object, text } from '../../json.ts'
import type { Notes } from '../../notes.ts'
import { errorOf, NO_MESSAGE } from './generic-errors.ts'
import { isShownKey, voiceOf, type Voice } from './generic-names.ts'
import { failedTests, noteTests, readError, readOutcome } from './generic-outcome.ts'
import type { Walk } from './generic-walk.ts'
import { asWords } from './outcomes.ts'
import { readAction, readWords } from './generic-words.ts'
import type { Story } from './story.ts'

const DEEPEST = 6
const MOST_NODES = 3000
/** Each signal is located in the record's text, which may be megabytes long. */
const MOST_SIGNALS = 20
const LAST_ELEMENTS = 1000
const PARTIAL = /\b(?:start(?:ed)?|begin|delta|update|chunk|partial|progress)\b/

export function readRecord(
  notes: Notes,
  story: Story,
  record: JsonObject,
  from: 'record' | 'text' = 'record',
): void {
  const partial = PARTIAL.test(asWords((text(record['type']) || text(record['event'])).slice(0, 60)))
  const walk = { notes, story, from, partial, told: new Set<string>(), nodes: 0, signals: 0 }
  read(walk, record, { depth: 0, around: 'unnamed' })
}

function read(walk: Walk, record: JsonObject, { depth, around }: { depth: number; around: Voice }): void {
  walk.nodes += 1
  if (walk.nodes > MOST_NODES) return
  const own = voiceOf(record)
  const voice = own === 'unnamed' ? around : own
  if (voice === 'shown') {
    for (const key of ['tool_call_id', 'toolCallId', 'tool_use_id', 'call_id', 'callId', 'id'])
      walk.notes.toolFinished(text(record[key]))
    return
  }
  readFacts(walk.notes, record)
  if (voice === 'action') return readAction(walk, record)
  const error = walk.signals < MOST_SIGNALS ? errorOf(record) : null
  if (voice === 'agent') readWords(walk, record, error === null)
  const before = walk.signals
  if (depth < DEEPEST) readInside(walk, record, { depth: depth + 1, around: voice })
  if (walk.signals >= MOST_SIGNALS || (error?.message === NO_MESSAGE && walk.signals > before)) return
  const failed = failedTests(record)
  if (failed.length > 0) noteTests(walk, failed)
  else if (error === null) readOutcome(walk, record, voice)
  else readError(walk, record, error)
}

function readInside(walk: Walk, record: JsonObject, where: { depth: number; around: Voice }): void {
  for (const [key, value] of Object.entries(record)) {
    if (isShownKey(key) || /^(?:error|err|exception|errors|failure|exception_info)$/.test(key)) continue
    if (Array.isArray(value)) {
      for (const part of value.slice(-LAST_ELEMENTS)) if (isObject(part)) read(walk, part, where)
    } else if (isObject(value)) read(walk, value, where)
  }
}

function readFacts(notes: Notes, record: JsonObject): void {
  notes.session(
    record['session_id'] ??
      record['sessionId'] ??
      record['sessionID'] ??
      record['thread_id'] ??
      record['conversation_id'],
  )
  notes.model(record['model'] ?? record['model_name'] ?? record['modelId'])
  notes.cost(
    record['total_cost_usd'] ??
      record['cost_usd'] ??
      record['total_cost'] ??
      record['accumulated_cost'] ??
      record['cost'],
  )
  notes.turns(record['num_turns'] ?? record['n_turns'] ?? record['turns'] ?? record['api_calls'])
  const usage = object(record['usage'] ?? record['token_usage'])
  const total = number(usage['total_tokens']) ?? number(usage['totalTokens'])
  const sent = number(usage['input_tokens']) ?? number(usage['prompt_tokens']) ?? number(usage['inputTokens'])
  const received =
    number(usage['output_tokens']) ?? number(usage['completion_tokens']) ?? number(usage['outputTokens'])
  if (total !== undefined || sent !== undefined || received !== undefined)
    notes.tokens(total ?? (sent ?? 0) + (received ?? 0))
}
