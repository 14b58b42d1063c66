/** Reads the words and actions of an unknown agent. */
import type { JsonObject } from '../../bytes/records.ts'
import { isObject } from '../../bytes/records.ts'
import { object, objects, text } from '../../json.ts'
import { describeTool } from '../describe-tool.ts'
import { voiceOf } from './generic-names.ts'
import { isNews, type Walk } from './generic-walk.ts'
import { noAnswerRules } from './answer-rules.ts'
import { asWords } from './as-words.ts'
import { reportedError } from './reported-error.ts'
import { ruleFor } from './word-rule.ts'

/** Text is read after the records around it, so it does not resolve their errors. */
function work({ notes, story, from }: Walk): void {
  if (from === 'record') notes.progress()
  story.work(from)
}

export function readAction(walk: Walk, record: JsonObject): void {
  const call = object(record['function'] ?? record['tool'] ?? record['call'])
  const name =
    text(record['tool_name']) ||
    text(record['toolName']) ||
    text(record['name']) ||
    text(call['name']) ||
    text(record['tool']) ||
    'tool'
  const input = object(
    record['input'] ?? record['args'] ?? record['arguments'] ?? record['parameters'] ?? call['arguments'],
  )
  work(walk)
  walk.story.goesOn()
  describeTool(
    walk.notes,
    text(record['id']) ||
      text(record['call_id']) ||
      text(record['toolCallId']) ||
      text(record['tool_use_id']),
    name,
    Object.keys(input).length > 0 ? input : record,
  )
}

export function readWords(walk: Walk, record: JsonObject, isFine: boolean): void {
  const said = wordsOf(
    record['content'] ??
      record['text'] ??
      record['message'] ??
      record['delta'] ??
      record['thought'] ??
      record['response'],
  )
  if (!isFine) return
  if (said === '' && isBlank(record) && !isPartial(walk.top)) walk.story.blank()
  if (said !== '' && isNews(walk, said)) {
    work(walk)
    walk.notes.words(said)
    const isReport = noteReport(walk, said)
    if (isReport || walk.from === 'text' || isPartial(walk.top) || !isLastWord(said)) walk.story.goesOn()
    else walk.story.answered(said.trim().slice(0, NEEDLE_CHARS))
  }
  for (const call of objects(record['tool_calls'])) readAction(walk, call)
  for (const part of objects(record['content'])) if (voiceOf(part) === 'action') readAction(walk, part)
}

const NEEDLE_CHARS = 60
const CLOSING_CHARS = 600
const isLastWord = (said: string): boolean =>
  ruleFor(noAnswerRules, said.trim().slice(-CLOSING_CHARS)) === undefined

const PARTIAL = /\b(?:start(?:ed)?|begin|delta|update|chunk|partial|progress)\b/

/** Does the record announce or contain a part of an answer? Such a part may be empty. */
const isPartial = (record: JsonObject): boolean =>
  PARTIAL.test(asWords((text(record['type']) || text(record['event'])).slice(0, 60)))

const ANSWER_KEYS = ['content', 'text', 'finalText', 'final_text', 'response', 'answer', 'output']

/** Does the record have fields for an answer, all of them empty? */
const isBlank = (record: JsonObject): boolean => {
  const answers = ANSWER_KEYS.filter((key) => key in record).map((key) => record[key])
  const isEmpty = (value: unknown): boolean =>
    value === '' || value === null || (Array.isArray(value) && value.length === 0)
  return answers.length > 0 && answers.every(isEmpty) && objects(record['tool_calls']).length === 0
}

/** A message that is only an error is the agent's report of that error. */
function noteReport(walk: Walk, said: string): boolean {
  const report = walk.from === 'record' ? reportedError(said) : null
  if (report === null) return false
  walk.signals += 1
  walk.story.stumble({ source: 'typed', ...report, needle: report.message }, walk.from)
  return true
}

/** The greatest depth of nested messages that is read. A record may nest a million of them. */
const DEEPEST = 6

function wordsOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return wordsOfParts(value)
  if (!isObject(value) || depth > DEEPEST) return ''
  const isMessage = voiceOf(value) !== 'shown' && value['role'] !== undefined
  return isMessage ? wordsOf(value['content'], depth + 1) : text(value['text'])
}

function wordsOfParts(parts: readonly unknown[]): string {
  let words = ''
  for (const part of parts) {
    const said = isObject(part) ? (voiceOf(part) === 'shown' ? '' : text(part['text'])) : text(part)
    if (said !== '') words += words === '' ? said : `\n${said}`
  }
  return words
}
