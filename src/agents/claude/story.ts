import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, objects, text } from '../../signals/json.ts'
import {
  allAt,
  partItems,
  resultText,
  say,
  sayLine,
  sayError,
  usageOf,
  type StoryItem,
} from '../story-item.ts'
import type { StoryTeller } from '../story-item.ts'
import { tokensOf } from './run.ts'

/** The stream and session format that Claude Code and similar agents share, and the text mode. */
export const story = (): StoryTeller => ({ record: tellClaude, line: sayLine })

export function tellClaude(record: JsonObject): readonly StoryItem[] | null {
  const told = itemsOf(record)
  return told && allAt(told, record['timestamp'])
}

function itemsOf(record: JsonObject): readonly StoryItem[] | null {
  switch (record['type']) {
    case 'system':
      return systemItems(record)
    case 'assistant':
      return answerItems(record)
    case 'user':
      return userItems(record)
    case 'rate_limit_event':
      return limitItems(object(record['rate_limit_info']))
    case 'result':
      return resultItems(record)
    default:
      return 'session_id' in record || 'sessionId' in record || record['type'] === 'summary' ? [] : null
  }
}

function systemItems(record: JsonObject): readonly StoryItem[] {
  switch (record['subtype']) {
    case 'api_retry':
    case 'api_error':
    case 'retry':
      return [{ kind: 'retry', text: retryWords(record) }]
    case 'compact_boundary':
      return [{ kind: 'compaction', text: compactWords(record) }]
    case 'permission_denied':
      return sayError(text(record['message']) || `${text(record['tool_name'])} was denied.`)
    default:
      return []
  }
}

function retryWords(record: JsonObject): string {
  const cause = object(record['error'])
  const body = object(object(cause['error'])['error'])
  const status = number(record['error_status']) ?? number(cause['status'])
  const said = text(body['message']) || text(cause['message']) || text(record['error']) || text(body['type'])
  const data = object(record['data'])
  const attempt = number(record['attempt']) ?? number(record['retryAttempt']) ?? number(data['attempt'])
  const most = number(record['max_retries']) ?? number(record['maxRetries']) ?? number(data['maxRetries'])
  const delayMs = number(record['retry_delay_ms']) ?? number(record['retryInMs']) ?? number(data['delayMs'])
  return [
    `A request to the model failed${status === undefined ? '' : ` (${status})`}${said === '' ? '' : `: ${said}`}.`,
    attempt === undefined ? '' : `Retry ${attempt}${most === undefined ? '' : ` of ${most}`}`,
    delayMs === undefined ? '' : `in ${Math.round(delayMs / 1000)} s.`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function compactWords(record: JsonObject): string {
  const meta = object(record['compact_metadata'] ?? record['compactMetadata'])
  const before = number(meta['pre_tokens']) ?? number(meta['preTokens'])
  return `The conversation was shortened${before === undefined ? '' : ` at ${before} tokens`}.`
}

const isSubagents = (record: JsonObject): boolean =>
  text(record['parent_tool_use_id']) !== '' || record['isSidechain'] === true

const asSubagents = (part: JsonObject): JsonObject =>
  part['type'] === 'text' ? { ...part, text: `Subagent: ${text(part['text'])}` } : part

function answerItems(record: JsonObject): readonly StoryItem[] {
  const message = object(record['message'])
  const parts = objects(message['content'])
  const isError =
    record['is_api_error_message'] === true ||
    record['isApiErrorMessage'] === true ||
    message['model'] === '<synthetic>'
  if (isError) return sayError(resultText(message['content']))
  const answer = isSubagents(record) ? '' : text(message['id'])
  const tokens = tokensOf(message['usage'])
  const items: readonly StoryItem[] = [
    ...say('words', text(message['content'])),
    ...parts.flatMap((part) => partItems(isSubagents(record) ? asSubagents(part) : part)),
    ...(tokens === 0 || answer === '' ? [] : usageOf(tokens)),
  ]
  return answer === '' ? items : items.map((item) => ({ ...item, answer }))
}

function userItems(record: JsonObject): readonly StoryItem[] {
  const { content } = object(record['message'])
  if (record['isCompactSummary'] === true) return [{ kind: 'notice', text: resultText(content) }]
  const isOwn = record['isMeta'] === true || isSubagents(record)
  const kind = isOwn ? 'notice' : 'prompt'
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ kind, text: content }]
  return objects(content).flatMap((part): readonly StoryItem[] => {
    if (part['type'] === 'text' && text(part['text']).trim() !== '')
      return [{ kind, text: text(part['text']) }]
    return part['type'] === 'tool_result' ? partItems(part) : []
  })
}

const limitItems = (info: JsonObject): readonly StoryItem[] =>
  info['status'] === 'rejected'
    ? sayError(`The ${text(info['rateLimitType']) || 'plan'} limit is reached.`)
    : []

function resultItems(record: JsonObject): readonly StoryItem[] {
  if (record['is_error'] === true) return sayError(text(record['result']) || text(record['subtype']))
  const turns = number(record['num_turns'])
  const cost = number(record['total_cost_usd'])
  const figures = [
    turns === undefined ? '' : `${turns} ${turns === 1 ? 'turn' : 'turns'}`,
    cost === undefined ? '' : `$${cost.toFixed(2)}`,
  ].filter((part) => part !== '')
  return [
    { kind: 'notice', text: `The agent ended${figures.length === 0 ? '' : `: ${figures.join(', ')}`}.` },
  ]
}
