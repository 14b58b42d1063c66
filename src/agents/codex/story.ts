import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, objects, parseObject, text, textOfParts } from '../../signals/json.ts'
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
  usageOf,
  type StoryItem,
  type StoryTeller,
} from '../story-item.ts'
import { COMMAND_DONE, HEADS, OWN_ERROR, type Section } from './forms.ts'
import { isRolloutLine } from './rollout.ts'

export const story = (): StoryTeller => ({
  record: (record) => {
    const told = isRolloutLine(record) ? rolloutItems(record) : streamItems(record)
    return told && allAt(told, record['timestamp'])
  },
  line: tellText(),
})

function streamItems(record: JsonObject): readonly StoryItem[] | null {
  switch (record['type']) {
    case 'item.started':
      return startedItems(object(record['item']))
    case 'item.completed':
      return completedItems(object(record['item']))
    case 'turn.completed': {
      const { input_tokens: input, output_tokens: output } = object(record['usage'])
      return [{ kind: 'usage', tokens: (number(input) ?? 0) + (number(output) ?? 0) }]
    }
    case 'turn.failed':
      return sayError(text(object(record['error'])['message']) || 'The turn failed.')
    case 'error':
      return typeof record['message'] === 'string' ? errorItems(record['message']) : null
    default:
      return /^(?:thread|turn|item)\./.test(text(record['type'])) ? [] : null
  }
}

/** A connection that is tried again is not an error yet. */
const errorItems = (said: string): readonly StoryItem[] =>
  /^Reconnecting\.\.\./.test(said) ? [{ kind: 'retry', text: said }] : sayError(said)

/** A finished call contains its command again. So its start is shown only if its end may be missing. */
function startedItems(item: JsonObject): readonly StoryItem[] {
  return item['type'] === 'command_execution' || item['type'] === 'mcp_tool_call' ? [itemCall(item)] : []
}

function completedItems(item: JsonObject): readonly StoryItem[] {
  const id = text(item['id'])
  switch (item['type']) {
    case 'agent_message':
      return say('words', text(item['text']))
    case 'reasoning':
      return say('thought', text(item['text']))
    case 'error':
      return [{ kind: 'notice', text: text(item['message']) }]
    case 'command_execution':
      return [resultOf(id, item['aggregated_output'], hasFailed(item))]
    case 'mcp_tool_call':
      return [resultOf(id, item['result'] ?? item['error'], hasFailed(item))]
    case 'file_change':
    case 'web_search':
      return [itemCall(item), resultOf(id, '', hasFailed(item))]
    default:
      return []
  }
}

const hasFailed = (item: JsonObject): boolean =>
  item['status'] === 'failed' || item['status'] === 'declined' || (number(item['exit_code']) ?? 0) !== 0

function itemCall(item: JsonObject): StoryItem {
  const { id } = item
  const paths = objects(item['changes']).map((change) => text(change['path']))
  switch (item['type']) {
    case 'mcp_tool_call': {
      const tool = `${text(item['server'])}/${text(item['tool'])}`
      return callOf(id, tool, item['arguments'])
    }
    case 'file_change':
      return callOf(id, 'edit', { path: paths.join(', ') })
    case 'web_search':
      return callOf(id, 'web_search', { query: text(item['query']) })
    default:
      return callOf(id, 'exec', { command: text(item['command']) })
  }
}

function rolloutItems(record: JsonObject): readonly StoryItem[] {
  const payload = object(record['payload'])
  switch (record['type']) {
    case 'response_item':
      return responseItems(payload)
    case 'compacted':
      return [SHORTENED]
    case 'event_msg':
      return eventItems(payload)
    default:
      return []
  }
}

function eventItems(event: JsonObject): readonly StoryItem[] {
  switch (event['type']) {
    case 'error':
    case 'stream_error':
      return errorItems(text(event['message']))
    case 'turn_aborted':
      return [{ kind: 'notice', text: `The turn was aborted: ${text(event['reason'])}.` }]
    case 'token_count':
      return usageOf(object(object(event['info'])['last_token_usage'])['total_tokens'])
    default:
      return []
  }
}

function responseItems(item: JsonObject): readonly StoryItem[] {
  const type = text(item['type'])
  const id = text(item['call_id']) || text(item['id'])
  if (type.endsWith('_output')) {
    const isError = /^Exit code: [1-9]|"exit_code":\s*[1-9]|exited with code [1-9]/.test(
      text(item['output']).slice(0, 400),
    )
    return [resultOf(id, parseObject(text(item['output'])) ?? item['output'], isError)]
  }
  if (type.endsWith('_call')) return [callOf(id, text(item['name']) || type, inputOf(item))]
  if (type === 'reasoning') return say('thought', textOfParts(item['summary']))
  if (type !== 'message') return []
  const said = textOfParts(item['content'])
  if (item['role'] === 'assistant') return say('words', said)
  // Codex sends its own instructions as messages too.
  return item['role'] === 'user' && !/^\s*(?:<\w|# AGENTS\.md)/.test(said) ? say('prompt', said) : []
}

const inputOf = (item: JsonObject): JsonObject =>
  item['type'] === 'local_shell_call'
    ? object(item['action'])
    : (parseObject(text(item['arguments'])) ?? { input: text(item['input']) || text(item['arguments']) })

const TOKENS = /^tokens used: [\d,]+$/

/** Text mode: each section has a heading. */
function tellText(): (line: string) => readonly StoryItem[] {
  let section: Section = 'outside'
  let isCommand = false
  return (raw) => {
    const line = raw.replace(/^\[\d{4}-\d\d-\d\dT[\d:.]+Z?\] /, '')
    const head = HEADS.find(([form]) => form.test(line))?.[1]
    if (/^OpenAI Codex v\d/.test(line)) section = 'banner'
    if (TOKENS.test(line)) section = 'tokens'
    if (head !== undefined) {
      section = head
      isCommand = head === 'tool' && line === 'exec'
      return head === 'tool' && !isCommand ? [shownCall(line.split(' ')[0] ?? '', line)] : []
    }
    if (OWN_ERROR.test(line.replace(/^ERROR: /, '')) && section !== 'tool') return errorItems(line)
    if (isCommand) {
      isCommand = false
      return [shownCall('exec', line.replace(/ in \/\S*$/, ''))]
    }
    return inSection(section, line)
  }
}

function inSection(section: Section, line: string): readonly StoryItem[] {
  switch (section) {
    case 'user':
      return sayLine(line, 'prompt')
    case 'words':
      return sayLine(line)
    case 'thinking':
      return sayLine(line, 'thought')
    case 'tool':
      return [resultLine(line, COMMAND_DONE.exec(line)?.[1]?.startsWith('exited') === true)]
    case 'tokens':
      return []
    default:
      return sayLine(line, 'output')
  }
}
