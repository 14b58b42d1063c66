import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text, textOfParts } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'
import { describeTool } from '../../signals/agents/describe-tool.ts'
import { isOwnEnding, noteGeminiError } from './errors.ts'

/** A session file under ~/.gemini/tmp/…/chats: one JSON object, or one line for each message. */
export const isSessionRecord = (record: JsonObject): boolean =>
  (typeof record['sessionId'] === 'string' && typeof record['projectHash'] === 'string') ||
  (('lastUpdated' in object(record['$set']) || 'messages' in object(record['$set'])) &&
    Object.keys(record).length === 1)

/** Its other lines are recognised by the answers among them. Prompts have no distinctive fields. */
export const isSessionMessage = (record: JsonObject): boolean =>
  typeof record['id'] === 'string' &&
  typeof record['timestamp'] === 'string' &&
  'content' in record &&
  (record['type'] === 'gemini' ||
    record['type'] === 'user' ||
    record['type'] === 'info' ||
    record['type'] === 'error')

/**
 * Reads session files. They have no closing line. A session that ends with an answer is finished. One that ends with a
 * prompt or a tool's result is not.
 */
export function readSession(notes: Notes): (record: JsonObject) => void {
  const counted = new Set<string>()
  const tools = new Set<string>()
  const message = (one: JsonObject): void => {
    notes.reopen()
    noteShown(notes, one)
    if (one['type'] !== 'gemini') return
    const id = text(one['id'])
    if (!counted.has(id)) readAnswer(notes, one)
    counted.add(id)
    const calls = objects(one['toolCalls'])
    for (const call of calls) readCall(notes, call, tools)
    if (calls.length > 0 || textOf(one['content']) === '') return
    notes.success('the session ends with an answer', text(one['content']))
    notes.close()
  }
  return (record) => {
    notes.session(record['sessionId'])
    if (isSessionMessage(record)) message(record)
    for (const one of objects(record['messages'])) message(one)
  }
}

/** Notes a notice that the terminal interface showed. A headless run writes none into its session. */
function noteShown(notes: Notes, one: JsonObject): void {
  const message = textOf(one['content'])
  if (one['type'] === 'error' || (one['type'] === 'info' && isOwnEnding(message)))
    noteGeminiError(notes, { message })
}

function readAnswer(notes: Notes, one: JsonObject): void {
  notes.turn()
  notes.model(one['model'])
  notes.addTokens(object(one['tokens'])['total'])
  notes.progress()
  notes.words(textOf(one['content']))
}

function readCall(notes: Notes, call: JsonObject, tools: Set<string>): void {
  const id = text(call['id'])
  if (!tools.has(id)) describeTool(notes, id, text(call['name']), object(call['args']))
  tools.add(id)
  if (call['status'] === 'success' || call['status'] === 'error' || call['status'] === 'cancelled')
    notes.toolFinished(id)
  if (call['status'] === 'success') notes.toolWorked()
  if (call['status'] === 'cancelled') notes.typed('interrupt', CANCELLED, {}, CANCELLED)
}

/** The result of a tool that the person stopped. It follows the notice about the request. */
const CANCELLED = 'Operation cancelled by user'

const textOf = (content: unknown): string => text(content) || textOfParts(content)
