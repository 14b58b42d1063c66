/**
 * Reads JSON of unknown shape: a line of an event stream, a harness result, a whole trajectory.
 *
 * G1 Nothing is matched in quoted text (tool results, prompts, files). G2 The fields of a document are read after its
 * content, so they decide. G3 The depth, size and number of signals of one record are bounded.
 */
import type { JsonObject } from '../../bytes/records.ts'
import { isObject } from '../../bytes/records.ts'
import { list, number, object, text } from '../../json.ts'
import type { Notes } from '../../notes.ts'
import { CALL_ID_KEYS } from './field-names.ts'
import { errorOf, NO_MESSAGE } from './generic-errors.ts'
import { isOpenKey, voiceOf, type Voice } from './generic-names.ts'
import { loggedMessage } from './log-record.ts'
import { failedTests, noteTests, readError, readOutcome } from './generic-outcome.ts'
import type { Walk } from './generic-walk.ts'
import { readStatus } from './read-status.ts'
import { readAction, readWords } from './generic-words.ts'
import { firstIn, shapeOf, type Shape } from './shape.ts'
import type { Story } from './story.ts'

const DEEPEST = 6
const MOST_NODES = 3000
/** Each signal is located in the text of the record, which may have megabytes. */
const MOST_SIGNALS = 20
const LAST_ELEMENTS = 1000

export function readRecord(
  notes: Notes,
  story: Story,
  record: JsonObject,
  from: 'record' | 'text' = 'record',
): void {
  const walk: Walk = { notes, story, from, top: record, firstTold: null, told: null, nodes: 0, signals: 0 }
  const logged = from === 'record' ? loggedMessage(record) : null
  if (logged !== null) {
    story.logged(logged)
    const log = { message: logged.trim(), logged: true }
    if (readStatus(story, logged, { log, from: 'log' }) === 'taken') return
  }
  if (from === 'record') story.only(record)
  read(walk, record, 0, 'unnamed')
}

function read(walk: Walk, record: JsonObject, depth: number, around: Voice): void {
  walk.nodes += 1
  if (walk.nodes > MOST_NODES) return
  const shape = shapeOf(record)
  if (shape.isSilent && around !== 'agent') return readInside(walk, record, depth, around)
  const own = voiceOf(record, shape)
  const voice = own === 'unnamed' ? around : own
  if (voice === 'shown') return noteShown(walk, record, shape)
  if (shape.hasFacts) readFacts(walk.notes, record, shape)
  if (voice === 'action') return readAction(walk, record)
  const error = shape.mayFail && walk.signals < MOST_SIGNALS ? errorOf(record, shape) : null
  if (voice === 'agent') readWords(walk, record, error === null)
  const before = walk.signals
  readInside(walk, record, depth, voice)
  if (walk.signals >= MOST_SIGNALS || (error?.message === NO_MESSAGE && walk.signals > before)) return
  const failed = shape.tests.length > 0 ? failedTests(record) : []
  if (failed.length > 0) noteTests(walk, failed)
  else if (error !== null) readError(walk, { record, shape }, error)
  else if (mayEnd(shape, voice)) readOutcome(walk, { record, shape }, voice)
}

/** A reason without another field counts only in a record about the end: `{kind: run_end, payload: {reason}}`. */
const mayEnd = (shape: Shape, voice: Voice): boolean =>
  shape.mayEnd || (voice === 'end' && shape.looseReasons.length > 0)

/** Some quoted records give the agent no new work: the notes of a harness, and an interrupt after the agent is done. */
const asksNothing = (record: JsonObject): boolean =>
  record['role'] === 'system' || /interrupt/i.test(text(record['kind']) || text(record['type']))

/** The result of a tool ends that tool. */
function noteShown({ notes, story }: Walk, record: JsonObject, { callIds }: Shape): void {
  if (story.hasAnswer && !asksNothing(record)) story.goesOn()
  for (const key of callIds) notes.toolFinished(text(record[key]))
  for (let missing = callIds.length; missing < CALL_ID_KEYS.length; missing += 1) notes.toolFinished('')
}

function readInside(walk: Walk, record: JsonObject, depth: number, voice: Voice): void {
  if (depth >= DEEPEST) return
  for (const key in record) {
    const value = record[key]
    if (typeof value !== 'object' || value === null || !isOpenKey(key)) continue
    if (isObject(value)) read(walk, value, depth + 1, voice)
    else readElements(walk, list(value), depth + 1, voice)
  }
}

function readElements(walk: Walk, elements: readonly unknown[], depth: number, voice: Voice): void {
  for (let at = Math.max(0, elements.length - LAST_ELEMENTS); at < elements.length; at += 1) {
    const part = elements[at]
    if (isObject(part)) read(walk, part, depth, voice)
  }
}

function readFacts(notes: Notes, record: JsonObject, shape: Shape): void {
  if (shape.sessions.length > 0) notes.session(firstIn(record, shape.sessions))
  if (shape.models.length > 0) notes.model(firstIn(record, shape.models))
  if (shape.costs.length > 0) notes.cost(firstIn(record, shape.costs))
  if (shape.turns.length > 0) notes.turns(firstIn(record, shape.turns))
  if (shape.usages.length > 0) readUsage(notes, object(firstIn(record, shape.usages)))
}

function readUsage(notes: Notes, usage: JsonObject): void {
  const total = number(usage['total_tokens']) ?? number(usage['totalTokens'])
  const sent = number(usage['input_tokens']) ?? number(usage['prompt_tokens']) ?? number(usage['inputTokens'])
  const received =
    number(usage['output_tokens']) ?? number(usage['completion_tokens']) ?? number(usage['outputTokens'])
  if (total !== undefined || sent !== undefined || received !== undefined)
    notes.tokens(total ?? (sent ?? 0) + (received ?? 0))
}
