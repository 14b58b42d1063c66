import type { JsonObject } from '../../signals/bytes/records.ts'
import type { Form } from '../../signals/forms.ts'
import { object, text } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'
import type { AgentOutput, AgentReader } from '../../signals/agent-reader.ts'
import { readClaudeStream } from './stream.ts'
import { formOf, withoutBullet } from '../../signals/agents/text-mode.ts'

/** Messages that Claude Code prints instead of an answer. */
const FORMS: readonly Form[] = [
  [/^Error: Reached max turns/, 'turn-limit'],
  [/^Error: (?:Exceeded USD budget|Reached maximum budget)/, 'budget-limit'],
  [/^Claude (?:AI )?usage limit reached\b/, 'usage-limit'],
  [/^You(?:'|’)ve (?:hit|reached) your (?:[\w'’-]+ ){0,5}limit\b/, 'usage-limit'],
  [/^You(?:'|’)re out of (?:extra )?usage\b/, 'usage-limit'],
  [/^(?:\d+-hour|Weekly|Opus|Opus weekly|Sonnet) limit reached\b/, 'usage-limit'],
  [/^(?:Session |Usage )?limit reached [·∙|-]/i, 'usage-limit'],
  [/^Credit balance (?:is )?too low\b/, 'usage-limit'],
  [
    /^(?:Prompt is too long|Conversation too long|Context limit reached|Request too large \(max \d+ ?MB\))/,
    'context-full',
  ],
  [
    /^API Error: (?:.{1,60} can(?:'|’)t help with this\.|.{1,60} safeguards flagged this message|Claude Code is unable to respond to this request)/,
    'refusal',
  ],
  [
    /^(?:Invalid API key\b|Not logged in\b|Please run \/login\b|OAuth token (?:has |is |revoked)|OAuth authentication is )/,
    'auth',
  ],
  [
    /^(?:API Error(?:: | \()|Failed to authenticate\. API Error\b|There(?:'|’)s an issue with the selected model \()/,
    'provider-error',
  ],
  [/^(?:--dangerously-skip-permissions cannot be used|No conversation found with session ID\b)/, 'bad-start'],
  [
    /^Error: (?:Input must be provided|When using --print|Invalid (?:settings|MCP config)|MCP config|Settings file|Session ID \S{1,80} is already in use)/,
    'bad-start',
  ],
]

/** Any program may print this, so it identifies no agent. */
const SHARED_FORMS: readonly Form[] = [
  [/^error: (?:unknown option|option '|unknown command|missing required argument)/, 'bad-start'],
  [/^Error: --[\w-]+ (?:cannot|requires|must)/, 'bad-start'],
  [/^Request timed out\b/, 'provider-error'],
]

const STREAM_EVENTS = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop))$/

export const reader: AgentOutput = {
  recordCue: {
    types: ['rate_limit_event'],
    keys: [
      ['subtype'],
      ['total_cost_usd'],
      ['cost_usd'],
      ['event', 'session_id'],
      ['parent_tool_use_id'],
      ['parentUuid'],
    ],
  },
  recognisesRecord: (record) => {
    switch (record['type']) {
      case 'system':
        return (
          (record['subtype'] === 'init' && 'apiKeySource' in record) ||
          record['subtype'] === 'api_retry' ||
          isSystemLine(record)
        )
      case 'result':
        return 'total_cost_usd' in record || 'cost_usd' in record
      case 'stream_event':
        return 'session_id' in record && STREAM_EVENTS.test(text(object(record['event'])['type']))
      case 'rate_limit_event':
        return true
      default:
        return isTranscriptLine(record)
    }
  },
  recognisesLine: (line) => formOf(FORMS, withoutBullet(line)) !== undefined,
  open: readClaude,
}

/** A line of a session file, or of a stream whose beginning is missing. */
const isTranscriptLine = (record: JsonObject): boolean =>
  ('parent_tool_use_id' in record || 'parentUuid' in record) &&
  (record['type'] === 'assistant' || record['type'] === 'user') &&
  (text(object(record['message'])['id']).startsWith('msg_') ||
    'request_id' in record ||
    'requestId' in record ||
    'isSidechain' in record)

const isSystemLine = (record: JsonObject): boolean =>
  record['subtype'] === 'api_error' && 'isSidechain' in record

/** Reads Claude Code's stream, its session files and its text mode. */
function readClaude(notes: Notes): AgentReader {
  return readClaudeStream(notes, { forms: [...FORMS, ...SHARED_FORMS] })
}
