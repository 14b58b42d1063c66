import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text, textOfParts } from '../../signals/json.ts'
import {
  allAt,
  callOf,
  SHORTENED,
  resultLine,
  resultOf,
  say,
  sayError,
  sayLine,
  shownCall,
  type StoryItem,
  type StoryTeller,
} from '../story-item.ts'

export const story = (): StoryTeller => ({ record: tellRecord, line: tellText() })

function tellRecord(record: JsonObject): readonly StoryItem[] | null {
  if (Array.isArray(record['history']))
    return [
      ...objects(record['history']).flatMap((event) => tellRecord(event) ?? []),
      ...sayError(text(record['error'])),
    ]
  const told = 'kind' in record ? sdkItems(record) : eventItems(record)
  return told && allAt(told, record['timestamp'])
}

function eventItems(record: JsonObject): readonly StoryItem[] | null {
  if (!('source' in record)) return null
  const id = idOf(record['cause'] ?? record['id'])
  if ('observation' in record) return observationItems(record, id)
  const args = object(record['args'])
  const action = text(record['action'])
  const said = text(args['content']) || text(args['thought'])
  if (action === 'message') return say(record['source'] === 'agent' ? 'words' : 'prompt', said)
  if (record['source'] !== 'agent') return []
  if (action === 'think') return say('thought', said)
  if (action === 'finish') return say('words', text(args['final_thought']) || text(record['message']))
  if (action === '' || action === 'system' || action === 'null') return []
  return [...say('words', text(args['thought'])), callOf(id, action, args)]
}

function observationItems(record: JsonObject, id: string): readonly StoryItem[] {
  const kind = text(record['observation'])
  if (kind === 'agent_state_changed') return sayError(text(object(record['extras'])['reason']))
  if (kind === 'error') return sayError(text(record['content']))
  if (kind === 'agent_condensation') return [SHORTENED]
  return [resultOf(id, record['content'], false)]
}

function sdkItems(record: JsonObject): readonly StoryItem[] {
  const id = text(record['tool_call_id'])
  switch (text(record['kind']).replace(/Event$/, '')) {
    case 'Action':
      return [
        ...say('words', textOfParts(record['thought'])),
        callOf(id, record['tool_name'], record['action']),
      ]
    case 'Observation': {
      const told = object(record['observation'])
      return [resultOf(id, told, told['is_error'] === true)]
    }
    case 'Message':
      return say(
        record['source'] === 'agent' ? 'words' : 'prompt',
        textOfParts(object(record['llm_message'])['content']),
      )
    case 'Condensation':
      return [SHORTENED]
    case 'AgentError':
    case 'ConversationError':
      return sayError(text(record['error']) || text(record['detail']) || text(record['code']))
    default:
      return []
  }
}

const LOG_LINE = /^\d\d:\d\d:\d\d - openhands[\w.]*:([A-Z_]+)\s*: ?(?:[\w.-]+\.py:\d+ - )?(.*)$/

/** The log: a heading with a level, and the text of an action or observation below it. */
function tellText(): (line: string) => readonly StoryItem[] {
  let level = ''
  return (line) => {
    const [, head, said = ''] = LOG_LINE.exec(line) ?? []
    level = head ?? level
    const told = head === undefined ? line : said
    switch (level) {
      case 'ACTION':
        return head === undefined ? sayLine(told) : [shownCall('action', told)]
      case 'OBSERVATION':
        return [resultLine(told)]
      case 'USER_ACTION':
        return sayLine(told, 'prompt')
      case 'ERROR':
      case 'CRITICAL':
        return head === undefined ? sayLine(told, 'output') : sayError(told)
      default:
        return sayLine(told, 'output')
    }
  }
}

/** Events are numbered. A result names the number of its call. */
const idOf = (value: unknown): string => (typeof value === 'number' ? `${value}` : text(value))
