/**
 * Reads the stream and session format that Claude Code and similar agents share.
 *
 * C1 `subtype` success proves nothing: `is_error` and the synthetic messages decide. C2 A denied tool call is not a
 * tool that worked. C3 The words of a subagent are not the agent's.
 */
import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, objects, text } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'
import type { AgentReader } from '../../signals/agent-reader.ts'
import { readResult } from './result.ts'
import { epochIn, noteApiError, tokensOf, type ClaudeDialect, type Run } from './run.ts'
import { ClaudePrompts } from './prompts.ts'
import { skimResult } from './skim.ts'
import { ClaudeTools } from './tools.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { errorDetail } from '../../signals/agents/error-detail.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'
import { declare, formOf, ownText, withoutBullet } from '../../signals/agents/text-mode.ts'
import { instant } from '../../signals/agents/provider-message.ts'

const startRun = (notes: Notes, dialect: ClaudeDialect): Run => ({
  notes,
  dialect,
  tools: new ClaudeTools(notes),
  structured: false,
  mainSeen: false,
  spoke: false,
  errorCode: '',
  resetAt: undefined,
  messageId: '',
  answerEnd: null,
  spokenLast: null,
  emptyEnd: null,
  spokenId: '',
  closed: false,
})

export function readClaudeStream(notes: Notes, dialect: ClaudeDialect): AgentReader {
  const run = startRun(notes, dialect)
  const prompts = new ClaudePrompts(notes)
  return {
    record: (line) => {
      prompts.read(line)
      const known = readRecord(run, line)
      run.structured ||= known
      return known
    },
    skims: (line) => {
      const ids = skimResult(run, line)
      for (const id of ids) prompts.answered(id)
      return ids.length > 0
    },
    line: (line) => {
      if (run.structured) return 'free'
      const form = formOf(dialect.forms, withoutBullet(line))
      return form === undefined ? ownText(notes, line) : declare(notes, form, line, epochIn(line))
    },
    end: () => {
      prompts.end()
      endSession(run)
    },
  }
}

/** A session file ends well where its last turn ended with an answer. */
function endSession({ notes, answerEnd, emptyEnd }: Run): void {
  const at = answerEnd ?? emptyEnd
  if (at === null) return
  notes.close()
  notes.reading(at)
  if (answerEnd === null) noteNoAnswer(notes, '"end_turn"')
  else if (!notes.hasError) notes.success('the session ends with an answer', '"end_turn"')
}

function readRecord(run: Run, line: JsonObject): boolean {
  run.notes.session(line['session_id'] ?? line['sessionId'])
  switch (line['type']) {
    case 'system':
      readSystem(run, line)
      return true
    case 'assistant':
      readAssistant(run, line)
      return true
    case 'user':
      readUser(run, line)
      return true
    case 'rate_limit_event':
      readRateLimit(run, object(line['rate_limit_info']))
      return true
    case 'result':
      readResult(run, line)
      return true
    case 'attachment':
      if (object(line['attachment'])['type'] === 'max_turns_reached') {
        run.notes.typed('turn-limit', 'max_turns_reached', {}, 'max_turns_reached')
      }
      return true
    case 'cost-state':
      run.notes.cost(line['totalCostUSD'])
      return true
    default:
      // Heartbeats, stream events, requests, queue operations: activity without a verdict.
      return (
        'session_id' in line ||
        'sessionId' in line ||
        line['type'] === 'summary' ||
        line['type'] === 'file-history-snapshot'
      )
  }
}

function readSystem(run: Run, line: JsonObject): void {
  switch (line['subtype']) {
    case 'init':
      return run.notes.model(line['model'])
    case 'api_retry':
    case 'api_error':
    case 'retry':
      return readRetry(run.notes, line)
    case 'permission_denied':
      return run.tools.denied(line)
    case 'stop_hook_summary':
    case 'turn_duration':
      // Written when the turn is over. Some versions leave the stop reason of the answer empty.
      run.answerEnd ??= run.spokenLast
      return
    default:
      run.tools.task(line)
  }
}

/** A failed request that is retried: `api_retry` in the stream, `api_error` with the body in a session file. */
function readRetry(notes: Notes, line: JsonObject): void {
  const cause = object(line['error'])
  const body = object(object(cause['error'])['error'])
  const word = text(line['error'])
  const code = (word === 'unknown' ? '' : word) || text(body['type'])
  const message = text(cause['formatted']) || text(body['message']) || text(cause['message']) || code
  const { attempt, maxRetries, delayMs } = object(line['data'])
  const known = {
    code,
    status: number(line['error_status']) ?? number(cause['status']),
    attempt: number(line['attempt']) ?? number(line['retryAttempt']) ?? number(attempt),
    of: number(line['max_retries']) ?? number(line['maxRetries']) ?? number(maxRetries),
    delayMs: number(line['retry_delay_ms']) ?? number(line['retryInMs']) ?? number(delayMs),
  }
  notes.typed(
    'provider-error',
    message || 'a request to the model is tried again',
    { retry: {}, ...errorDetail(message, known) },
    message || '"subtype"',
  )
}

function readAssistant(run: Run, line: JsonObject): void {
  const { notes } = run
  const message = object(line['message'])
  const parts = objects(message['content'])
  const said =
    parts
      .map((part) => text(part['text']))
      .filter((part) => part !== '')
      .join('\n') || text(message['content'])
  run.answerEnd = null
  run.emptyEnd = null
  if (run.closed && !isSubagents(line)) reopen(run)
  if (isApiError(line, message)) {
    run.errorCode = text(line['error'])
    return noteApiError(run, said, line, run.errorCode)
  }
  const hidden = run.dialect.errorIn?.(said) ?? null
  if (hidden !== null) return noteApiError(run, hidden, line, '')
  if (message['model'] === '<synthetic>') return
  meter(run, line, message)
  const calls = parts.filter((part) => part['type'] === 'tool_use')
  if (said.trim() !== '' || calls.length > 0) notes.progress()
  speak(run, line, said)
  for (const part of calls) describeTool(notes, text(part['id']), text(part['name']), object(part['input']))
  if (message['stop_reason'] === 'refusal')
    notes.typed('refusal', said || 'stop_reason refusal', {}, said || '"refusal"')
  // Older versions write the last text of a turn before the reason of its end is known.
  const isLast =
    message['stop_reason'] === 'end_turn' ||
    (message['stop_reason'] === null && said.trim() !== '' && calls.length === 0)
  const isEnd = 'parentUuid' in line && isLast && !isSubagents(line)
  run.answerEnd = isEnd && said !== '' ? notes.item : null
  run.spokenLast = said.trim() !== '' && calls.length === 0 && !isSubagents(line) ? notes.item : null
  const isEmpty = isEnd && said.trim() === '' && calls.length === 0 && text(message['id']) !== run.spokenId
  run.emptyEnd = isEmpty ? notes.item : null
  if (said.trim() !== '') run.spokenId = text(message['id'])
}

/** A finished background task or more input continues the agent after its result. */
function reopen(run: Run): void {
  run.closed = false
  run.spoke = false
  run.notes.reopen()
}

const isApiError = (line: JsonObject, message: JsonObject): boolean =>
  line['is_api_error_message'] === true ||
  line['isApiErrorMessage'] === true ||
  (message['model'] === '<synthetic>' && text(line['error']) !== '')

function speak(run: Run, line: JsonObject, said: string): void {
  const subagent = isSubagents(line)
  if (!subagent) run.mainSeen = true
  if (said === '' || (subagent && run.mainSeen)) return
  run.spoke = true
  run.notes.words(said)
}

/** The lines of a message share its id and repeat its usage. A line without tokens is a part of the next one. */
function meter(run: Run, line: JsonObject, message: JsonObject): void {
  run.notes.model(message['model'])
  const id = text(message['id'])
  const tokens = tokensOf(message['usage'])
  if ((id !== '' && id === run.messageId) || tokens === 0) return
  run.messageId = id
  if (!isSubagents(line)) run.notes.turn()
  run.notes.addTokens(tokens)
}

const isSubagents = (line: JsonObject): boolean =>
  text(line['parent_tool_use_id']) !== '' || line['isSidechain'] === true

function readUser(run: Run, line: JsonObject): void {
  const { content } = object(line['message'])
  if (!isSubagents(line)) run.mainSeen = true
  run.answerEnd = null
  run.emptyEnd = line['isMeta'] === true && NO_OUTPUT.test(text(content)) ? run.notes.item : null
  for (const part of objects(content)) {
    if (part['type'] === 'tool_result') run.tools.result(part, line)
    noteInterrupt(run.notes, part['type'] === 'text' ? text(part['text']) : '')
  }
  noteInterrupt(run.notes, text(content))
}

/** A message that Claude Code itself sends to the model, once, after an answer without words. */
const NO_OUTPUT = /^\[Your previous response had no visible output\./

function noteInterrupt(notes: Notes, said: string): void {
  if (/^\[Request interrupted by user[\w ]{0,40}\]$/.test(said)) notes.typed('interrupt', said)
}

function readRateLimit(run: Run, info: JsonObject): void {
  if (info['status'] !== 'rejected') return
  const code = text(info['rateLimitType'])
  run.resetAt = instant(number(info['resetsAt']))
  run.notes.typed(
    'usage-limit',
    `${code || 'plan'} limit reached`,
    errorDetail('', { code, resetAt: run.resetAt }),
    '"rejected"',
  )
}
