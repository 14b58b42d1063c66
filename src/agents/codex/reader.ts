import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, objects, text } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'
import type { AgentOutput, AgentReader } from '../../signals/agent-reader.ts'
import { noteCodexError } from './errors.ts'
import { isRolloutLine, readRollout, skimOutput, ROLLOUT_TYPES } from './rollout.ts'
import { CodexText, isCodexLine } from './text.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'

const STREAM_TYPES = [
  'thread.started',
  'turn.started',
  'turn.completed',
  'turn.failed',
  'item.started',
  'item.updated',
  'item.completed',
]

export const reader: AgentOutput = {
  recordCue: { types: [...STREAM_TYPES, ...ROLLOUT_TYPES] },
  recognisesRecord: (record) => isStreamLine(record) || isRolloutLine(record),
  recognisesLine: isCodexLine,
  open: readCodex,
}

/** Any line of `codex exec --json`, because a log may have lost its beginning. */
function isStreamLine(record: JsonObject): boolean {
  switch (record['type']) {
    case 'thread.started':
      return 'thread_id' in record
    case 'turn.started':
      return Object.keys(record).length === 1
    case 'turn.completed':
      return 'usage' in record
    case 'turn.failed':
      return 'error' in record
    case 'item.started':
    case 'item.updated':
    case 'item.completed':
      return text(object(record['item'])['type']) !== ''
    default:
      return false
  }
}

function readCodex(notes: Notes): AgentReader {
  const words = new CodexText(notes)
  return {
    record: readRecords(notes),
    skims: (line) => skimOutput(notes, line),
    line: (line) => words.read(line),
    end: (exitCode) => words.end(exitCode),
  }
}

/** Returns false for a record that is not one of Codex. */
function readRecords(notes: Notes): (line: JsonObject) => boolean {
  let spoke = false
  const rollout = readRollout(notes)
  return (line) => {
    switch (line['type']) {
      case 'thread.started':
        notes.session(line['thread_id'])
        return true
      case 'turn.started':
        spoke = false
        notes.reopen()
        notes.turn()
        return true
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        spoke = readItem(notes, object(line['item']), line['type']) || spoke
        return true
      case 'error':
        if (typeof line['message'] !== 'string') return false
        noteCodexError(notes, { message: line['message'] })
        return true
      case 'turn.failed':
        notes.close()
        noteCodexError(notes, { message: text(object(line['error'])['message']) || 'turn.failed' })
        return true
      case 'turn.completed':
        readCompleted(notes, line, spoke)
        return true
      default:
        if (!isRolloutLine(line)) return false
        rollout(line)
        return true
    }
  }
}

/** True if the agent wrote text. An item of type `error` is a warning: the turn continues. */
function readItem(notes: Notes, item: JsonObject, event: unknown): boolean {
  const id = text(item['id'])
  switch (item['type']) {
    case 'error':
      return false
    case 'agent_message':
      notes.progress()
      if (event === 'item.completed') notes.words(text(item['text']))
      return text(item['text']) !== ''
    case 'command_execution':
    case 'mcp_tool_call':
    case 'file_change':
    case 'web_search':
      if (event === 'item.started' || event === 'item.completed')
        readTool(notes, id, item, event === 'item.completed')
      return false
    default:
      notes.progress()
      return false
  }
}

function readTool(notes: Notes, id: string, item: JsonObject, finished: boolean): void {
  if (!finished || item['type'] === 'file_change' || item['type'] === 'web_search') noteCall(notes, id, item)
  if (!finished) return
  notes.progress()
  notes.toolFinished(id)
  if (item['status'] === 'declined')
    notes.typed('permission-denied', `declined: ${text(item['command'])}`, {}, '"declined"')
  else if (item['status'] === 'completed') notes.toolWorked()
}

function noteCall(notes: Notes, id: string, item: JsonObject): void {
  if (item['type'] === 'file_change') {
    const paths = objects(item['changes']).map((change) => text(change['path']))
    for (const path of paths) notes.file(path)
    if (item['status'] !== 'in_progress') notes.toolStarted(id, `edit ${paths.join(' ')}`)
  } else if (item['type'] === 'mcp_tool_call') {
    describeTool(notes, id, `${text(item['server'])}/${text(item['tool'])}`, object(item['arguments']))
  } else if (item['type'] === 'web_search') {
    notes.action(`search ${text(item['query'])}`)
  } else {
    describeTool(notes, id, 'exec', item)
  }
}

function readCompleted(notes: Notes, line: JsonObject, spoke: boolean): void {
  const usage = object(line['usage'])
  notes.addTokens((number(usage['input_tokens']) ?? 0) + (number(usage['output_tokens']) ?? 0))
  notes.close()
  if (spoke) notes.success('turn.completed')
  else noteNoAnswer(notes, 'turn.completed')
}
