import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, parseObject, text, textOfParts } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'
import { noteCodexError } from './errors.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { instant } from '../../signals/agents/provider-message.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'

export const ROLLOUT_TYPES: ReadonlySet<string> = new Set([
  'session_meta',
  'turn_context',
  'event_msg',
  'response_item',
  'compacted',
])
/** The result of a command in a session file, in its two forms. */
const WORKED = /Process exited with code 0\b|"exit_code":\s*0\b|^Exit code: 0\b/

/** The same in the bytes of a line, in which quotes are escaped. */
const WORKED_HEAD = /Process exited with code 0\b|\\?"exit_code\\?":\s*0\b|"output":"Exit code: 0\b/

/** A line of a session file under ~/.codex/sessions. */
export const isRolloutLine = (record: JsonObject): boolean =>
  ROLLOUT_TYPES.has(text(record['type'])) && Object.keys(object(record['payload'])).length > 0

const OUTPUT =
  /"payload":\{"type":"(?:function|custom_tool)_call_output",(?:"id":"[\w-]{1,100}",)?"call_id":"([\w-]{1,100})",/
const SKIM_BYTES = 1024

/** A long result of a tool: only its arrival and the success of the tool count. True if both were reported. */
export function skimOutput(notes: Notes, line: Buffer): boolean {
  const head = line.toString('latin1', 0, SKIM_BYTES)
  const found = OUTPUT.exec(head)
  const call = found?.[1]
  if (found === null || call === undefined) return false
  notes.toolFinished(call)
  if (WORKED_HEAD.test(head.slice(found.index + found[0].length))) notes.toolWorked()
  return true
}

/** What is known of the turn: whether the agent spoke, and when the plan's limit resets. */
type Turn = { spoke: boolean; resetAt: string | undefined }

/** Reads session files: they have the error code, where the stream has only a message. */
export function readRollout(notes: Notes): (record: JsonObject) => void {
  const turn: Turn = { spoke: false, resetAt: undefined }
  return (record) => {
    const payload = object(record['payload'])
    if (record['type'] === 'session_meta') notes.session(payload['id'] ?? payload['session_id'])
    if (record['type'] === 'turn_context') notes.model(payload['model'])
    if (record['type'] === 'event_msg') readEvent(notes, payload, turn)
    if (record['type'] === 'response_item') turn.spoke = readResponseItem(notes, payload) || turn.spoke
  }
}

function readEvent(notes: Notes, event: JsonObject, turn: Turn): void {
  switch (event['type']) {
    case 'task_started':
    case 'turn_started':
      turn.spoke = false
      notes.reopen()
      return notes.turn()
    case 'token_count':
      turn.resetAt = readTokenCount(notes, event)
      return
    case 'error':
    case 'stream_error':
      return readError(notes, event, turn)
    case 'item_completed':
      if (object(event['item'])['status'] === 'declined')
        notes.typed('permission-denied', 'a command was declined', {}, 'declined')
      return
    case 'turn_aborted':
      return readAborted(notes, text(event['reason']))
    case 'task_complete':
    case 'turn_complete':
      readTurnEnd(notes, event, turn)
  }
}

function readError(notes: Notes, error: JsonObject, { resetAt }: Turn): void {
  noteCodexError(notes, { message: text(error['message']), info: error['codex_error_info'], resetAt })
}

function readTurnEnd(notes: Notes, event: JsonObject, turn: Turn): void {
  const error = object(event['error'])
  notes.close()
  if (text(error['message']) !== '') readError(notes, error, turn)
  else if (turn.spoke || text(event['last_agent_message']) !== '') notes.success('task_complete')
  else noteNoAnswer(notes, 'task_complete')
}

/** Returns the reset time of the plan's limit, if the limit is used up. */
function readTokenCount(notes: Notes, payload: JsonObject): string | undefined {
  notes.tokens(object(object(payload['info'])['total_token_usage'])['total_tokens'])
  const limits = object(payload['rate_limits'])
  const full = [limits['primary'], limits['secondary']]
    .map(object)
    .filter((one) => (number(one['used_percent']) ?? 0) >= 100)
  return instant(Math.max(0, ...full.map((one) => number(one['resets_at']) ?? 0)))
}

function readAborted(notes: Notes, reason: string): void {
  if (reason === 'replaced' || reason === 'review_ended') return
  notes.typed(
    reason === 'budget_limited' ? 'budget-limit' : 'interrupt',
    `turn_aborted: ${reason}`,
    {},
    'turn_aborted',
  )
  notes.close()
}

/** True if the agent wrote text. */
function readResponseItem(notes: Notes, item: JsonObject): boolean {
  const type = text(item['type'])
  if (type.endsWith('_output')) {
    notes.toolFinished(text(item['call_id']))
    if (WORKED.test(text(item['output']).slice(0, 400))) notes.toolWorked()
  } else if (type.endsWith('_call')) {
    describeTool(notes, text(item['call_id']) || text(item['id']), text(item['name']) || type, inputOf(item))
    for (const path of patchedFiles(text(item['input']))) notes.file(path)
  } else if (type === 'reasoning') {
    notes.progress()
  } else if (type === 'message' && item['role'] === 'assistant') {
    const said = textOfParts(item['content'])
    notes.progress()
    notes.words(said)
    return said !== ''
  }
  return false
}

function inputOf(item: JsonObject): JsonObject {
  if (item['type'] === 'local_shell_call') return object(item['action'])
  if (item['type'] === 'custom_tool_call') return { input: text(item['input']).slice(0, 400) }
  // If the model wrote broken JSON, the call has a name and no input.
  return parseObject(text(item['arguments'])) ?? {}
}

const patchedFiles = (patch: string): readonly string[] =>
  [...patch.slice(0, 100_000).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(
    (found) => found[1] ?? '',
  )
