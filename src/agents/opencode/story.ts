import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, text } from '../../signals/json.ts'
import {
  allAt,
  callOf,
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
    if (!('sessionID' in record)) return null
    return allAt(itemsOf(record, object(record['part'])), record['timestamp'])
  },
  line: tellText(),
})

function itemsOf(record: JsonObject, part: JsonObject): readonly StoryItem[] {
  switch (record['type']) {
    case 'prompt':
      return say('prompt', text(record['asked']))
    case 'step_start':
      return [{ kind: 'turn', answer: text(part['messageID']) }]
    case 'text':
      return part['synthetic'] === true
        ? [{ kind: 'compaction', text: text(part['text']) }]
        : say('words', text(part['text']))
    case 'reasoning':
      return say('thought', text(part['text']))
    case 'tool_use':
      return toolItems(part)
    case 'step_finish':
      return [{ kind: 'usage', costUsd: number(part['cost']), tokens: tokensOf(object(part['tokens'])) }]
    case 'error': {
      const error = object(record['error'])
      return sayError(text(object(error['data'])['message']) || text(error['name']))
    }
    default:
      return []
  }
}

const tokensOf = (tokens: JsonObject): number =>
  number(tokens['total']) ?? (number(tokens['input']) ?? 0) + (number(tokens['output']) ?? 0)

function toolItems(part: JsonObject): readonly StoryItem[] {
  const state = object(part['state'])
  const id = text(part['callID'])
  const call = callOf(id, part['tool'], state['input'])
  const isError = state['status'] === 'error'
  if (state['status'] !== 'completed' && !isError) return [call]
  return [call, resultOf(id, state['output'] ?? state['error'], isError)]
}

/** Text mode: a call, and its output up to a blank line. */
function tellText(): (line: string) => readonly StoryItem[] {
  let inTool = false
  return (line) => {
    if (line === '') inTool = false
    if (/^> \S{1,60} · \S{1,200}$/.test(line)) return []
    if (/^timestamp=\S+ level=/.test(line))
      return line.includes('message="stream error"') ? [{ kind: 'retry', text: line }] : []
    const call = /^(?:([$→←✱%◈◇⚙•✗]) |\| {2}(?=\w))(.*)$/.exec(line)
    if (call !== null) {
      inTool = true
      return [shownCall(call[1] === '$' ? 'bash' : 'tool', call[2] ?? '')]
    }
    if (inTool) return [resultLine(line)]
    return line.startsWith('Error: ') ? sayError(line.slice(7)) : sayLine(line)
  }
}
