import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, text } from '../../signals/json.ts'
import {
  allAt,
  callOf,
  SHORTENED,
  resultLine,
  resultOf,
  say,
  sayLine,
  shownCall,
  sayError,
  type StoryItem,
  type StoryTeller,
} from '../story-item.ts'

export const story = (): StoryTeller => ({
  record: (record) => {
    if (!('data' in record) && record['type'] !== 'result') return null
    return allAt(itemsOf(text(record['type']), object(record['data'])), record['timestamp'])
  },
  line: tellLine,
})

function itemsOf(type: string, data: JsonObject): readonly StoryItem[] {
  switch (type) {
    case 'user.message':
      return say('prompt', text(data['content']))
    case 'assistant.turn_start':
      return [{ kind: 'turn' }]
    case 'assistant.reasoning':
      return say('thought', text(data['content']))
    case 'assistant.message':
      return say('words', text(data['content']))
    case 'session.usage_record':
    case 'assistant.usage':
      return usageItems('usage' in data ? object(data['usage']) : data)
    case 'tool.execution_start':
      return [callOf(data['toolCallId'], data['toolName'], data['arguments'])]
    case 'tool.execution_complete':
      return [ended(data)]
    case 'model.call_failure':
      return [{ kind: 'retry', text: failureWords(data) }]
    case 'session.error':
      return sayError(text(data['message']) || text(data['errorType']))
    case 'session.compaction_complete':
    case 'session.truncation':
      return [SHORTENED]
    case 'abort':
      return [{ kind: 'notice', text: `The agent was stopped: ${text(data['reason']) || 'aborted'}.` }]
    default:
      return []
  }
}

const usageItems = (usage: JsonObject): readonly StoryItem[] => [
  {
    kind: 'usage',
    tokens: (number(usage['inputTokens']) ?? 0) + (number(usage['outputTokens']) ?? 0),
    costUsd: number(usage['cost']),
  },
]

function ended(data: JsonObject): StoryItem {
  const isError = data['success'] !== true
  const told = isError ? text(object(data['error'])['message']) : ''
  return resultOf(data['toolCallId'], told || data['result'], isError)
}

function failureWords(data: JsonObject): string {
  const status = number(data['statusCode'])
  const said = text(data['errorMessage']) || text(data['failureKind'])
  return `A request to the model failed${status === undefined ? '' : ` (${status})`}: ${said}`
}

/** Text mode: `● command (shell)` begins a call, indented lines are its output. */
function tellLine(line: string): readonly StoryItem[] {
  const call = /^● (.{1,200}) \((?:shell|MCP: .{1,80})\)$/.exec(line)?.[1] ?? /^[✓✗] (.+)$/.exec(line)?.[1]
  if (call !== undefined) return [shownCall('shell', call)]
  if (/^● .*Retrying/.test(line)) return [{ kind: 'retry', text: line.slice(2) }]
  if (/^\s{2}[│└├$] /.test(line)) return [resultLine(line.trim())]
  return sayLine(line)
}
