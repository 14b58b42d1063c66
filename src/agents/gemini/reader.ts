import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, text } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'
import type { AgentOutput, AgentReader } from '../../signals/agent-reader.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { geminiExits, noteErrorField, noteGeminiError, type Ending } from './errors.ts'
import { isSessionMessage, isSessionRecord, readSession } from './session-records.ts'
import { GeminiText, isGeminiLine, readRetryNotice } from './text.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'

export const reader: AgentOutput = {
  recordCue: {
    keys: [
      ['timestamp', 'session_id', 'model'],
      ['timestamp', 'content'],
      ['timestamp', 'tool_id'],
      ['timestamp', 'severity'],
      ['timestamp', 'status'],
      ['stats'],
      ['error'],
      ['sessionId', 'projectHash'],
      ['$set'],
    ],
  },
  recognisesRecord: (record) =>
    isStreamLine(record) ||
    isWhole(record) ||
    isSessionRecord(record) ||
    (record['type'] === 'gemini' && isSessionMessage(record)),
  recognisesLine: isGeminiLine,
  open: (notes) => new GeminiReader(notes),
  exitCodes: geminiExits,
  retryNotice: { needle: 'Attempt ', read: readRetryNotice },
}

/** Any line of --output-format stream-json. */
function isStreamLine(record: JsonObject): boolean {
  if (typeof record['timestamp'] !== 'string') return false
  switch (record['type']) {
    case 'init':
      return 'session_id' in record && 'model' in record
    case 'message':
      return 'role' in record && typeof record['content'] === 'string'
    case 'tool_use':
      return 'tool_id' in record && 'tool_name' in record
    case 'tool_result':
      return 'tool_id' in record && 'status' in record
    case 'error':
      return 'severity' in record && 'message' in record
    case 'result':
      return 'status' in record && ('stats' in record || 'error' in record)
    default:
      return false
  }
}

/** The single object of --output-format json: an answer on standard output, or an error on standard error. */
function isWhole(record: JsonObject): boolean {
  if ('type' in record) return false
  if (typeof object(record['stats'])['models'] === 'object') return 'response' in record || 'error' in record
  const error = object(record['error'])
  const typed = typeof error['type'] === 'string' && typeof error['message'] === 'string'
  return typed && ('session_id' in record || text(error['type']).startsWith('Fatal'))
}

/** A longer text without a line end is passed on unchanged. */
const MAX_PENDING_CHARS = 8000

class GeminiReader implements AgentReader {
  readonly #notes: Notes
  readonly #text: GeminiText
  readonly #session: (record: JsonObject) => void
  #structured = false
  #ending: Ending = 'open'
  #inTurn = false
  /** The answer arrives in pieces; markers need whole lines. */
  #pending = ''
  /** An `error` record or a loop has already reported what the result only counts. */
  #told = false

  constructor(notes: Notes) {
    this.#notes = notes
    this.#text = new GeminiText(notes)
    this.#session = readSession(notes)
  }

  record = (line: JsonObject): boolean => {
    if (isStreamLine(line)) this.#stream(line)
    else if (isWhole(line)) this.#whole(line)
    else if (isSessionRecord(line) || isSessionMessage(line)) this.#session(line)
    else return false
    this.#structured = true
    return true
  }

  line = (line: string): ReturnType<GeminiText['read']> =>
    this.#text.read(line, this.#structured, this.#ending)

  end = (exitCode: number | null): void => {
    this.#flush()
    this.#text.end(exitCode)
    // If a signal killed the agent, its launcher prints nothing else, even during a tool call.
    if (exitCode === 1 && this.#notes.activity().inTool && !this.#notes.hasError)
      this.#notes.add({ source: 'ending', what: 'crash', message: 'exit code 1 in the middle of a tool' })
  }

  #stream(line: JsonObject): void {
    const speaks = line['type'] === 'message' && line['role'] !== 'user'
    if (!speaks) this.#flush()
    switch (line['type']) {
      case 'init':
        this.#notes.session(line['session_id'])
        this.#notes.model(line['model'])
        return
      case 'message':
        if (speaks) this.#say(text(line['content']))
        return
      case 'tool_use':
        this.#turn()
        describeTool(this.#notes, text(line['tool_id']), text(line['tool_name']), object(line['parameters']))
        return
      case 'tool_result':
        this.#toolResult(line)
        return
      case 'error':
        this.#error(line)
        return
      case 'result':
        this.#result(line)
    }
  }

  #turn(): void {
    if (!this.#inTurn) this.#notes.turn()
    this.#inTurn = true
    this.#told = false
  }

  #say(piece: string): void {
    this.#turn()
    this.#notes.progress()
    this.#pending += piece
    const end =
      this.#pending.length > MAX_PENDING_CHARS ? this.#pending.length : this.#pending.lastIndexOf('\n')
    if (end < 0) return
    this.#notes.words(this.#pending.slice(0, end), { isPiece: true })
    this.#pending = this.#pending.slice(end + 1)
  }

  #flush(): void {
    this.#notes.words(this.#pending, { isPiece: true })
    this.#notes.endOfMessage()
    this.#pending = ''
  }

  #toolResult(line: JsonObject): void {
    this.#inTurn = false
    this.#notes.toolFinished(text(line['tool_id']))
    const error = object(line['error'])
    const message = text(error['message'])
    if (line['status'] === 'success') this.#notes.toolWorked()
    else if (error['type'] === 'policy_violation' || /\bdenied by policy\b/.test(message)) {
      this.#notes.typed('permission-denied', message || 'denied by policy')
    }
  }

  #error(line: JsonObject): void {
    const message = text(line['message'])
    if (line['severity'] === 'warning' && !message.startsWith('Loop detected')) return
    noteGeminiError(this.#notes, { message })
    this.#told = true
  }

  #result(line: JsonObject): void {
    const failed = line['status'] !== 'success'
    this.#notes.tokens(object(line['stats'])['total_tokens'])
    this.#close()
    if (typeof line['error'] === 'object') this.#ending = noteErrorField(this.#notes, object(line['error']))
    else if (failed && !this.#told) this.#notes.typed('failure', 'status error', {}, '"status":"error"')
    else if (!failed && !this.#told) this.#answered('"status":"success"')
  }

  #close(): void {
    this.#notes.close()
    this.#ending = 'settled'
  }

  #answered(needle: string): void {
    if (this.#notes.answered) this.#notes.success('status success', needle)
    else noteNoAnswer(this.#notes, needle)
  }

  #whole(line: JsonObject): void {
    const response = text(line['response'])
    this.#notes.session(line['session_id'])
    this.#close()
    const models = Object.entries(object(object(line['stats'])['models']))
    for (const [name, stats] of models) {
      this.#notes.model(name)
      this.#notes.addTokens(object(object(stats)['tokens'])['total'])
    }
    if (response !== '') this.#notes.progress()
    this.#notes.words(response)
    if (typeof line['error'] === 'object') this.#ending = noteErrorField(this.#notes, object(line['error']))
    else if ((number(object(object(line['stats'])['tools'])['totalCalls']) ?? 0) > 0 || response !== '') {
      this.#notes.success('an answer and no error', '"response"')
    } else noteNoAnswer(this.#notes, '"response"')
  }
}
