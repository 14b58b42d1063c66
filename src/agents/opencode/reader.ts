import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, text } from '../../signals/json.ts'
import type { Note } from '../../signals/drafts.ts'
import type { Item } from '../../signals/item.ts'
import type { Notes } from '../../signals/notes.ts'
import type { What } from '../../signals/signal.ts'
import type { AgentOutput, AgentReader } from '../../signals/agent-reader.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { detailOf } from '../../signals/agents/error-detail.ts'
import { isHttpError } from '../../signals/agents/http-status.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'
import { instant, readProviderMessage, whatOfCode } from '../../signals/agents/provider-message.ts'
import { isOpencodeLine, readRetryNotice, readText } from './text.ts'

const TYPES = new Set(['step_start', 'step_finish', 'tool_use', 'text', 'reasoning', 'error'])

/** Error names of OpenCode that say more than that a request failed. */
const NAMES: Readonly<Record<string, What>> = {
  ContextOverflowError: 'context-full',
  ContentFilterError: 'refusal',
  ProviderAuthError: 'auth',
  MessageAbortedError: 'interrupt',
  NotFoundError: 'bad-start',
}

/** How the last step ended, if that is an error. */
const BAD_ENDS: Readonly<Record<string, What>> = {
  length: 'provider-error',
  'content-filter': 'refusal',
  error: 'provider-error',
  unknown: 'provider-error',
  other: 'provider-error',
}

/** An answer without its end. OpenCode then requests it again. */
const BROKEN: ReadonlySet<string> = new Set(['unknown'])

export const reader: AgentOutput = {
  recordCue: { keys: [['type', 'sessionID']] },
  recognisesRecord: (record) =>
    text(record['sessionID']).startsWith('ses') && TYPES.has(text(record['type'])),
  recognisesLine: isOpencodeLine,
  open: (notes) => ({ ...readStream(notes), line: readText(notes) }),
  retryNotice: { needle: 'message="stream error"', read: readRetryNotice },
}

/**
 * The state of the stream. OpenCode requests a truncated answer again without a limit. It prints the text of an
 * answer without an end. After a broken connection it prints only the start of the same step again. Words count again
 * only after a complete answer.
 */
type Stream = {
  costUsd: number
  spoke: boolean
  isBroken: boolean
  /** The text since the answer broke. */
  held: string[]
  /** The last reported error. */
  failed: { readonly note: Note; readonly item: Item } | null
  /** The message whose step has started and not ended, and the start time. */
  begun: { readonly message: string; readonly atMs: number | null } | null
}

function readStream(notes: Notes): Required<Pick<AgentReader, 'record' | 'end'>> {
  const stream: Stream = { costUsd: 0, spoke: false, isBroken: false, held: [], failed: null, begun: null }
  const record = (line: JsonObject): boolean => {
    if (!reader.recognisesRecord?.(line)) return false
    notes.session(line['sessionID'])
    const part = object(line['part'])
    switch (line['type']) {
      case 'step_start':
        readStep(notes, line, stream)
        break
      case 'text':
        readWords(notes, part, stream)
        break
      case 'reasoning':
        if (!stream.isBroken) notes.progress()
        break
      case 'tool_use':
        stream.spoke = true
        readTool(notes, part)
        break
      case 'step_finish':
        readFinish(notes, part, stream)
        break
      case 'error':
        stream.failed = { note: readError(object(line['error'])), item: notes.item }
        notes.add(stream.failed.note)
        notes.close()
    }
    return true
  }
  // Exit code 1 means that it reported an error, even if it continued afterwards and finished.
  const end = (exitCode: number | null): void => {
    const { failed } = stream
    if (exitCode === 1 && failed !== null && !notes.hasError) notes.restate(failed.note, failed.item)
  }
  return { record, end }
}

function readStep(notes: Notes, line: JsonObject, stream: Stream): void {
  const message = text(object(line['part'])['messageID'])
  const atMs = number(line['timestamp']) ?? null
  const { begun } = stream
  notes.reopen()
  if (message === '' || message !== begun?.message) notes.turn()
  else if (!isPatient(begun.atMs, atMs)) {
    Object.assign(stream, { isBroken: true, held: [] })
    notes.typed('provider-error', 'a step began again without its end', { retry: {} }, '"step_start"')
  }
  stream.begun = { message, atMs }
}

/**
 * After five minutes of silence it sends the request again. The connection is not broken: the model does not answer.
 */
const isPatient = (beganMs: number | null, atMs: number | null): boolean =>
  beganMs !== null && atMs !== null && atMs - beganMs >= PATIENCE_MS

const PATIENCE_MS = 240_000

/** Synthetic text, which it sends to the model after a compaction, is not the model's words. */
function readWords(notes: Notes, part: JsonObject, stream: Stream): void {
  const said = part['synthetic'] === true ? '' : text(part['text'])
  stream.spoke ||= said !== ''
  if (stream.isBroken) stream.held.push(said)
  else say(notes, said)
}

function say(notes: Notes, said: string): void {
  notes.progress()
  notes.words(said)
}

/** The placeholder for an unreadable tool call. It always completes. */
const INVALID = 'invalid'

function readTool(notes: Notes, part: JsonObject): void {
  const state = object(part['state'])
  const id = text(part['callID'])
  describeTool(notes, id, text(part['tool']), object(state['input']))
  if (state['status'] !== 'completed' && state['status'] !== 'error') return
  notes.toolFinished(id)
  const refused = text(state['error'])
  if (state['status'] === 'completed' && part['tool'] !== INVALID) notes.toolWorked()
  else if (/^The user (?:rejected permission|has specified a rule which prevents)/.test(refused)) {
    notes.typed('permission-denied', refused)
  }
}

/** OpenCode has no closing object: a step that ends without tool calls is the end. */
function readFinish(notes: Notes, part: JsonObject, stream: Stream): void {
  const tokens = object(part['tokens'])
  notes.addTokens(number(tokens['total']) ?? (number(tokens['input']) ?? 0) + (number(tokens['output']) ?? 0))
  stream.costUsd += number(part['cost']) ?? 0
  notes.cost(stream.costUsd)
  const reason = text(part['reason'])
  const isBroken = BROKEN.has(reason)
  if (!isBroken) for (const said of stream.held) say(notes, said)
  Object.assign(stream, { isBroken, held: [], begun: null })
  if (reason !== 'tool-calls' && reason !== '') noteEnd(notes, reason, stream)
}

function noteEnd(notes: Notes, reason: string, { isBroken, spoke }: Stream): void {
  if (!isBroken) notes.close()
  const needle = `"reason":"${reason}"`
  const bad = BAD_ENDS[reason]
  const detail = { code: reason, ...(isBroken ? { retry: {} } : {}) }
  if (bad !== undefined) notes.typed(bad, `the last step ended with ${reason}`, detail, needle)
  else if (spoke) notes.success('the last step ended with stop', needle)
  else noteNoAnswer(notes, needle)
}

function readError(error: JsonObject): Note {
  const data = object(error['data'])
  const name = text(error['name'])
  const body = readProviderMessage(text(data['responseBody']))
  const said = readProviderMessage(text(data['message']) || name || 'error')
  const status = number(data['statusCode'])
  const found = {
    message: said.message,
    status: isHttpError(status) ? status : (body.status ?? said.status),
    code: name in NAMES ? name : (body.code ?? said.code),
    resetAt: body.resetAt ?? instant(object(data['responseHeaders'])['x-codex-primary-reset-at']),
  }
  const what = NAMES[name] ?? whatOfCode(found.code)
  return { source: 'typed', what, message: found.message, detail: detailOf(found) }
}
