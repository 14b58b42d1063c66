import type { JsonObject } from '../../signals/bytes/records.ts'
import type { Form } from '../../signals/forms.ts'
import { number, object, objects, text } from '../../signals/json.ts'
import type { Item } from '../../signals/item.ts'
import type { Notes } from '../../signals/notes.ts'
import type { What } from '../../signals/signal.ts'
import type { AgentOutput, AgentReader, LineRole } from '../../signals/agent-reader.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { errorDetail } from '../../signals/agents/error-detail.ts'
import { declare, formOf, ownText } from '../../signals/agents/text-mode.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'

/** Goose reports errors as assistant messages. These texts come from Goose, not from the model. */
const SPOKEN: readonly Form[] = [
  [/^Ran into this error: (?:Context (?:length|limit) exceeded)\b/, 'context-full'],
  [/^Ran into this error: (?:Credits exhausted)\b/i, 'usage-limit'],
  [/^Ran into this error: /, 'provider-error'],
  [/^Ran into this error trying to compact: /, 'context-full'],
  [/^Network error: .{1,400} — check your network connection/, 'provider-error'],
  [/^I've reached the maximum number of actions I can do without user input\./, 'turn-limit'],
  [/^The model returned an empty response\. Please resend your message/, 'no-answer'],
  [/^(?:Warning: )?Response reached the model's output-token limit/, 'provider-error'],
  [
    /^(?:Yes — what would you like me to do\?|The existing call to .{1,200} was interrupted\. How would you like to proceed\?)/,
    'interrupt',
  ],
  [/^Tool approval required in non-interactive mode\b/, 'permission-denied'],
]

/** The text after `Error:` if Goose failed before its first message. */
const PRINTED: readonly Form[] = [
  ...SPOKEN,
  [
    /^(?:Session not found|Cannot resume session|No provider configured|Failed to (?:create|initialize) provider)\b/i,
    'bad-start',
  ],
  [
    /^(?:unexpected argument '|the following required arguments |unrecognized subcommand '|invalid value ')/,
    'bad-start',
  ],
]

/** `notificationType` of a notice, if it is an error. */
const NOTICES: Readonly<Record<string, What>> = { creditsExhausted: 'usage-limit' }

const BANNER = /^\s*__\( O\)>\s+● (?:new session|resuming|loading)\b.* · \S+ (\S+)$/
const BANNER_SESSION = /^\s*\\____\)\s+(\d{8}_\d+)\b/
const OLD_BANNER = /^starting session \| provider: \S+ model: (\S+)$/
/** In text mode an error follows the output of a tool without a line break. */
const GLUED = /[^\s'"`(](?=(?:Ran into this error: |I've reached the maximum number of actions I can do ))/
const ERROR_PREFIX = /^\s{0,2}[Ee]rror: /
const TOOL_RULE = /^\s{2}(?:─{20,}$|▸ \S)|^─── \S+ \|/

export const reader: AgentOutput = {
  recordCue: {
    types: ['message'],
    keys: [['created', 'content', 'role'], ['total_tokens'], ['messages', 'metadata']],
  },
  recognisesRecord: (record) => isMessage(record) || isComplete(record) || isWhole(record),
  recognisesLine: (line) =>
    BANNER.test(line) ||
    OLD_BANNER.test(line) ||
    /^Usage: goose\S* |^ {2}error: Cannot resume session \S+ - /.test(line),
  open: readGoose,
}

const messageOf = (record: JsonObject): JsonObject =>
  record['type'] === 'message' ? object(record['message']) : record

/** A message of the stream, or of a session file, which has no wrapper. */
function isMessage(record: JsonObject): boolean {
  const message = messageOf(record)
  return (
    typeof message['created'] === 'number' &&
    Array.isArray(message['content']) &&
    /^(?:user|assistant)$/.test(text(message['role'])) &&
    (record['type'] === 'message' || 'metadata' in record || objects(record['content']).some(isToolPart))
  )
}

const isToolPart = (part: JsonObject): boolean => /^tool(?:Request|Response)$/.test(text(part['type']))

const isComplete = (record: JsonObject): boolean => record['type'] === 'complete' && 'total_tokens' in record

/** `--output-format json`: everything in one object. */
const isWhole = (record: JsonObject): boolean =>
  Array.isArray(record['messages']) && 'total_tokens' in object(record['metadata'])

function readGoose(notes: Notes): AgentReader {
  const speech = speechReader(notes)
  let structured = false
  const record = (line: JsonObject): boolean => {
    if (isMessage(line)) readMessage(notes, messageOf(line), speech)
    else if (isComplete(line)) readEnd(notes, line, speech)
    else if (isWhole(line)) {
      for (const message of objects(line['messages'])) readMessage(notes, message, speech)
      readEnd(notes, object(line['metadata']), speech)
    } else if (line['type'] === 'error')
      notes.typed('provider-error', text(line['error']), errorDetail(text(line['error'])))
    else return line['type'] === 'notification'
    structured = true
    return true
  }
  const inText = textReader(notes)
  return {
    record,
    line: (line) => readBanner(notes, line) ?? (structured ? readStderr(notes, line) : inText(line)),
    end: speech.finish,
  }
}

type Speech = {
  readonly say: (text: string) => void
  readonly finish: () => void
  /** The id of the model's message. One id is one turn. */
  readonly turn: (id: string) => void
}

/** Joins the pieces of a message. A marker may be split over them; its position is the start of its line. */
function speechReader(notes: Notes): Speech {
  let rest = ''
  let start: Item = notes.item
  let turnId = ''
  const tell = (words: string, at: Item): void => {
    const now = notes.item
    notes.reading(at)
    notes.words(words, { isPiece: true })
    notes.reading(now)
  }
  const flush = (): void => {
    tell(rest, start)
    rest = ''
  }
  const finish = (): void => {
    flush()
    notes.endOfMessage()
  }
  const say = (delta: string): void => {
    if (rest === '') start = notes.item
    const lines = `${rest}${delta}`.split('\n')
    rest = lines.pop() ?? ''
    const [first, ...more] = lines
    if (first !== undefined) {
      tell(first, start)
      tell(more.join('\n'), notes.item)
      start = notes.item
    }
    if (rest.length > 4000) flush()
  }
  const turn = (id: string): void => {
    if (id === '' || id !== turnId) notes.turn()
    turnId = id
  }
  return { say, finish, turn }
}

function readMessage(notes: Notes, message: JsonObject, speech: Speech): void {
  const own = message['role'] === 'assistant'
  const id = text(message['id'])
  for (const part of objects(message['content'])) {
    if (part['type'] !== 'text') speech.finish()
    if (part['type'] === 'error') readError(notes, part)
    if (part['type'] === 'toolRequest') {
      speech.turn(id)
      readRequest(notes, part)
    } else if (part['type'] === 'toolResponse') readResponse(notes, part)
    else if (part['type'] === 'systemNotification') readNotice(notes, part)
    else if (own && part['type'] === 'text') readText(notes, text(part['text']), speech, id)
  }
}

function readText(notes: Notes, said: string, speech: Speech, id: string): void {
  const form = formOf(SPOKEN, firstLine(said))
  if (form === undefined) {
    if (said.trim() !== '') notes.progress()
    speech.turn(id)
    return speech.say(said)
  }
  speech.finish()
  notes.add({ source: 'declared', what: form, message: said, detail: errorDetail(said) })
}

function readRequest(notes: Notes, part: JsonObject): void {
  const call = object(object(part['toolCall'])['value'])
  describeTool(notes, text(part['id']), text(call['name']), object(call['arguments']))
}

function readResponse(notes: Notes, part: JsonObject): void {
  const result = object(part['toolResult'])
  notes.toolFinished(text(part['id']))
  if (result['status'] === 'success' && object(result['value'])['isError'] !== true) notes.toolWorked()
}

/** Newer versions add a type to their errors, with the same words. */
function readError(notes: Notes, part: JsonObject): void {
  const said = text(part['message'])
  notes.typed(
    formOf(SPOKEN, firstLine(said)) ?? 'provider-error',
    said,
    errorDetail(said, { code: text(part['kind']) }),
  )
}

const firstLine = (said: string): string => said.split('\n', 1)[0] ?? ''

function readNotice(notes: Notes, part: JsonObject): void {
  const said = text(part['msg'])
  const kind = text(part['notificationType'])
  const what =
    NOTICES[kind] ?? (/^Context limit reached\b/.test(said) ? 'context-full' : formOf(SPOKEN, said))
  if (what !== undefined) notes.typed(what, said, errorDetail(said, { code: kind }))
}

/** `complete` is printed after every end, so only an answer makes it a success. */
function readEnd(notes: Notes, line: JsonObject, speech: Speech): void {
  speech.finish()
  notes.tokens(number(line['total_tokens']))
  notes.close()
  const interrupted = formOf(SPOKEN, notes.item.raw) === 'interrupt'
  if (interrupted) declare(notes, 'interrupt', notes.item.raw.split('{', 1)[0] ?? '')
  else if (notes.hasError) return
  else if (notes.answered) notes.success(notes.lastWords, '"complete"')
  else noteNoAnswer(notes, '"complete"')
}

function readBanner(notes: Notes, line: string): LineRole | null {
  const model = (BANNER.exec(line) ?? OLD_BANNER.exec(line))?.[1]
  const session = BANNER_SESSION.exec(line)?.[1]
  notes.model(model)
  notes.session(session)
  return model === undefined && session === undefined && !/^\s+L L\s+goose is ready$/.test(line)
    ? null
    : 'taken'
}

/** Next to the stream, only a line with the prefix of an error is a message of Goose. */
function readStderr(notes: Notes, line: string): LineRole {
  const form = ERROR_PREFIX.test(line) ? formOf(PRINTED, line.replace(ERROR_PREFIX, '')) : undefined
  return form === undefined ? 'free' : declare(notes, form, line)
}

/** Text mode shows the output of tools between the words, from a rule to at least the next blank line. */
function textReader(notes: Notes): (line: string) => LineRole {
  let ended = false
  return (line) => {
    if (line === '' || TOOL_RULE.test(line)) return 'fenced'
    const glued = line.length > 2000 ? null : GLUED.exec(line)
    const said = glued === null ? line.replace(ERROR_PREFIX, '') : line.slice(glued.index + 1)
    const form = formOf(ERROR_PREFIX.test(line) ? PRINTED : SPOKEN, said)
    ended ||= form !== undefined
    if (form !== undefined) return declare(notes, form, said)
    if (ended || /^\s{4}\w+: /.test(line)) return 'fenced'
    return ownText(notes, line)
  }
}
