import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text } from '../../signals/json.ts'
import {
  allAt,
  callOf,
  resultLine,
  resultOf,
  resultText,
  say,
  sayLine,
  shownCall,
  sayError,
  usageOf,
  type StoryItem,
  type StoryTeller,
} from '../story-item.ts'

export const story = (): StoryTeller => ({ record: itemsOf, line: tellText() })

function itemsOf(record: JsonObject): readonly StoryItem[] | null {
  if (record['type'] === 'complete') return usageOf(record['total_tokens'])
  if (record['type'] === 'error') return sayError(text(record['error']))
  if (record['type'] === 'notification') return []
  if (Array.isArray(record['messages'])) return objects(record['messages']).flatMap(messageItems)
  const message = record['type'] === 'message' ? object(record['message']) : record
  return Array.isArray(message['content']) ? messageItems(message) : null
}

function messageItems(message: JsonObject): readonly StoryItem[] {
  const isOwn = message['role'] === 'assistant'
  const answer = isOwn ? text(message['id']) : ''
  const items = objects(message['content']).flatMap((part) => partItems(part, isOwn))
  return allAt(answer === '' ? items : items.map((item) => ({ ...item, answer })), message['created'])
}

/** Goose reports its own errors as words of the agent. */
const SPOKEN_ERROR = /^(?:Ran into this error|Network error: |The model returned an empty response)/

function partItems(part: JsonObject, isOwn: boolean): readonly StoryItem[] {
  const id = text(part['id'])
  const said = text(part['text'])
  switch (part['type']) {
    case 'text':
      if (!isOwn) return say('prompt', said)
      return SPOKEN_ERROR.test(said) ? sayError(said) : [{ kind: 'words', text: said, joins: 'text' }]
    case 'thinking':
      return say('thought', text(part['thinking']))
    case 'error':
      return sayError(text(part['message']))
    case 'systemNotification':
      return [{ kind: 'notice', text: text(part['msg']) }]
    case 'toolRequest': {
      const call = object(object(part['toolCall'])['value'])
      return [callOf(id, call['name'], call['arguments'])]
    }
    case 'toolResponse': {
      const result = object(part['toolResult'])
      const value = object(result['value'])
      const isError = result['status'] !== 'success' || value['isError'] === true
      return [resultOf(id, resultText(value) || result['error'], isError)]
    }
    default:
      return []
  }
}

/** Text mode: a rule or a mark begins a call, its arguments and its output are indented. */
function tellText(): (line: string) => readonly StoryItem[] {
  let inTool = false
  return (line) => {
    const call = /^ {2}▸ (\S.*)$/.exec(line)?.[1] ?? /^─── (\S+ \|.*?) ?─*$/.exec(line)?.[1]
    if (call !== undefined) {
      inTool = true
      return [shownCall('tool', call)]
    }
    if (/^\s{2}─{20,}$/.test(line)) return []
    if (inTool && (line === '' || /^\s{4}/.test(line))) return [resultLine(line.trim())]
    inTool = false
    const said = line.replace(/^\s{0,2}[Ee]rror: /, '')
    return SPOKEN_ERROR.test(said) || said !== line ? sayError(said) : sayLine(line)
  }
}
