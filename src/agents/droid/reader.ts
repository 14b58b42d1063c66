import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, objects, text, textOfParts } from '../../signals/json.ts'
import { meaningOf, type Form } from '../../signals/forms.ts'
import type { Note } from '../../signals/drafts.ts'
import type { Item } from '../../signals/item.ts'
import type { Notes } from '../../signals/notes.ts'
import type { What } from '../../signals/signal.ts'
import type { AgentOutput, AgentReader } from '../../signals/agent-reader.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { errorDetail } from '../../signals/agents/error-detail.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'
import { readProviderMessage, whatOfCode } from '../../signals/agents/provider-message.ts'
import { messageIn, noticeIn, OUTCOME } from './records.ts'

/** How a turn ended, if that is not a failed request. */
const OUTCOMES: Readonly<Record<string, What>> = {
  cancelled: 'interrupt',
  permission_rejected: 'permission-denied',
  no_approver_available: 'permission-denied',
  model_usage_exhausted: 'usage-limit',
  model_authentication_failed: 'auth',
}

/** The sentences of Droid that are more specific than its outcome. */
const SENTENCES: readonly Form[] = [
  [/^Request blocked by model provider safety checks\./, 'refusal'],
  [/^Request failed due to triggering the model provider's content moderation policy\./, 'refusal'],
]

/** The process exited in the middle of the turn. */
const LEFT = 'process_exit'

const GOOD = new Set(['completed', 'spec_handoff'])

export const reader: AgentOutput = {
  recordCue: {
    types: ['session_start', OUTCOME, 'system', 'tool_call', 'completion', 'error'],
  },
  recognisesRecord: (record) => {
    switch (record['type']) {
      case 'session_start':
        return 'title' in record && 'owner' in record && 'version' in record
      case OUTCOME:
        return 'turnId' in record
      case 'system':
        return record['subtype'] === 'init' && 'reasoning_effort' in record && 'session_id' in record
      case 'tool_call':
        return 'toolId' in record && 'messageId' in record
      case 'completion':
        return 'finalText' in record && 'session_id' in record
      default:
        return record['type'] === 'error' && record['source'] === 'agent_loop'
    }
  },
  open: readDroid,
}

/** What the current turn has shown so far. */
type Turn = {
  hasWorked: boolean
  /** The last notice of Droid to the person, and its position. */
  notice: { readonly said: string; readonly item: Item } | null
}

function readDroid(notes: Notes): AgentReader {
  const turn: Turn = { hasWorked: false, notice: null }
  return {
    record: (record) => {
      const message = messageIn(record)
      if (message !== null) readMessage(notes, message, turn)
      else if (record['type'] === OUTCOME) readOutcome(notes, text(record['reason']), turn)
      else return readStream(notes, record, turn)
      return true
    },
  }
}

function readMessage(notes: Notes, message: JsonObject, turn: Turn): void {
  const said = noticeIn(message)
  if (said !== '') turn.notice = { said, item: notes.item }
  notes.reopen()
  if (message['role'] === 'assistant') return readAnswer(notes, message, turn)
  for (const part of objects(message['content']))
    if (part['type'] === 'tool_result') readResult(notes, part['tool_use_id'], part['is_error'])
}

function readAnswer(notes: Notes, message: JsonObject, turn: Turn): void {
  notes.turn()
  notes.model(message['modelId'])
  readWords(notes, textOfParts(message['content']), turn)
  for (const part of objects(message['content']))
    if (part['type'] === 'tool_use') readCall(notes, part['id'], part['name'], part['input'], turn)
}

function readWords(notes: Notes, said: string, turn: Turn): void {
  if (said === '') return
  turn.hasWorked = true
  notes.progress()
  notes.words(said)
}

function readCall(notes: Notes, id: unknown, name: unknown, input: unknown, turn: Turn): void {
  turn.hasWorked = true
  describeTool(notes, text(id), text(name), object(input))
}

function readResult(notes: Notes, id: unknown, isError: unknown): void {
  notes.toolFinished(text(id))
  if (isError !== true) notes.toolWorked()
}

/** The last record of a turn in a session file. */
function readOutcome(notes: Notes, reason: string, turn: Turn): void {
  if (reason === LEFT || reason === '') return
  notes.close()
  const needle = `"reason":"${reason}"`
  if (!GOOD.has(reason)) noteOutcome(notes, reason, turn)
  else if (turn.hasWorked) notes.success(`the turn ended with ${reason}`, needle)
  else noteNoAnswer(notes, needle)
  Object.assign(turn, { hasWorked: false, notice: null })
}

/** The notice is before the outcome and names the cause. */
function noteOutcome(notes: Notes, reason: string, { notice }: Turn): void {
  const failure = failureOf(notice?.said ?? `the turn ended with ${reason}`, reason)
  notes.restate(failure, notice?.item ?? notes.item)
}

/** `BYOK Error: 401 Incorrect API key provided …`, then the same again and advice. */
function failureOf(notice: string, reason: string): Note {
  const [said = ''] = notice.replace(/^BYOK Error: /, '').split('\n\n')
  const told = readProviderMessage(said)
  const what = meaningOf(SENTENCES, said) ?? OUTCOMES[reason] ?? whatOfCode(told.code)
  const code = told.code ?? (reason === '' ? undefined : reason)
  return { source: 'typed', what, message: told.message, detail: errorDetail(said, { ...told, code }) }
}

/** `--output-format stream-json` */
function readStream(notes: Notes, record: JsonObject, turn: Turn): boolean {
  notes.session(record['session_id'])
  switch (record['type']) {
    case 'system':
      notes.model(record['model'])
      return true
    case 'message':
      if (record['role'] === 'assistant') readWords(notes, text(record['text']), turn)
      return true
    case 'tool_call':
      readCall(notes, record['id'], record['toolName'], record['parameters'], turn)
      return true
    case 'tool_result':
      readResult(notes, record['id'], record['isError'])
      return true
    case 'error':
      // The command line adds that it failed, after the cause.
      if (record['source'] === 'agent_loop') notes.add(failureOf(text(record['message']), ''))
      return true
    case 'completion':
      readCompletion(notes, record)
      return true
    default:
      return record['type'] === 'session_start'
  }
}

function readCompletion(notes: Notes, record: JsonObject): void {
  const usage = object(record['usage'])
  notes.close()
  notes.addTokens((number(usage['input_tokens']) ?? 0) + (number(usage['output_tokens']) ?? 0))
  if (text(record['finalText']) === '') noteNoAnswer(notes, '"finalText":""')
  else notes.success('the run was completed', '"type":"completion"')
}
