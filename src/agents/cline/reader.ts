import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, objects, text, textOfParts } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'
import type { AgentOutput, AgentReader } from '../../signals/agent-reader.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { errorDetail } from '../../signals/agents/error-detail.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'
import { readProviderMessage, whatOfCode } from '../../signals/agents/provider-message.ts'
import { END, failedIn, isEmptyAnswer, isError, MESSAGE, START } from './records.ts'

export const reader: AgentOutput = {
  recordCue: { types: [START, MESSAGE, END, 'agent_event', 'run_result'] },
  recognisesRecord: (record) => {
    switch (record['type']) {
      case 'agent_event':
        return 'ts' in record && typeof object(record['event'])['type'] === 'string'
      case 'run_result':
        return 'finishReason' in record && 'iterations' in record
      default:
        return record['type'] === START || record['type'] === MESSAGE
    }
  },
  open: readCline,
}

function readCline(notes: Notes): AgentReader {
  return {
    record: (record) => {
      switch (record['type']) {
        case START:
          notes.session(record['session_id'])
          notes.model(record['model'])
          return true
        case MESSAGE:
          readMessage(notes, record)
          return true
        case END:
          if (record['status'] === 'cancelled') notes.typed('interrupt', 'the session was cancelled', {}, END)
          return true
        case 'agent_event':
          readEvent(notes, object(record['event']))
          return true
        case 'run_result':
          readResult(notes, record)
          return true
        default:
          return record['type'] === 'hook_event'
      }
    },
  }
}

/** A message of a session file. */
function readMessage(notes: Notes, message: JsonObject): void {
  const said = textOfParts(message['content'])
  notes.reopen()
  if (message['role'] !== 'assistant') {
    for (const part of objects(message['content']))
      if (part['type'] === 'tool_result') endCall(notes, part['tool_use_id'], part['content'])
  } else if (isError(message)) {
    notes.close()
    noteFailure(notes, said)
  } else readAnswer(notes, message, said)
}

function readAnswer(notes: Notes, message: JsonObject, said: string): void {
  const calls = objects(message['content']).filter(({ type }) => type === 'tool_use')
  notes.turn()
  notes.model(object(message['modelInfo'])['id'])
  addTokens(notes, object(message['metrics']))
  speak(notes, said)
  for (const call of calls) describeTool(notes, text(call['id']), text(call['name']), object(call['input']))
  if (calls.length > 0) return notes.progress()
  notes.close()
  if (said !== '') notes.success('the last answer calls no tool', '"role":"assistant"')
}

function speak(notes: Notes, said: string): void {
  if (said === '') return
  notes.progress()
  notes.words(said)
}

function endCall(notes: Notes, id: unknown, results: unknown): void {
  notes.toolFinished(text(id))
  if (!failedIn(results)) notes.toolWorked()
}

const addTokens = (notes: Notes, usage: JsonObject): void =>
  notes.addTokens((number(usage['inputTokens']) ?? 0) + (number(usage['outputTokens']) ?? 0))

/** Cline shows the sentence of the provider, without its code. */
function noteFailure(notes: Notes, said: string): void {
  if (isEmptyAnswer(said)) return noteNoAnswer(notes, said)
  const told = readProviderMessage(said)
  notes.typed(whatOfCode(told.code), told.message, errorDetail(said, told))
}

/** An event of the stream. */
function readEvent(notes: Notes, event: JsonObject): void {
  const isTool = event['contentType'] === 'tool'
  switch (event['type']) {
    case 'iteration_start':
      return notes.turn()
    case 'content_start':
      if (!isTool) return
      return describeTool(notes, text(event['toolCallId']), text(event['toolName']), object(event['input']))
    case 'content_end':
      return isTool ? endCall(notes, event['toolCallId'], event['output']) : speak(notes, text(event['text']))
    case 'error':
      return noteFailure(notes, text(object(event['error'])['message']))
  }
}

function readResult(notes: Notes, record: JsonObject): void {
  const reason = text(record['finishReason'])
  const said = text(record['text'])
  notes.close()
  notes.model(object(record['model'])['id'])
  addTokens(notes, object(record['usage']))
  if (reason === 'aborted') notes.typed('interrupt', 'the run was aborted', {}, '"aborted"')
  else if (reason !== 'completed') return
  else if (said === '') noteNoAnswer(notes, '"text":""')
  else notes.success('the run was completed', '"finishReason":"completed"')
}
