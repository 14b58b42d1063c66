/** Finds the end of a run in the fields of a record of unknown shape. */
import type { JsonObject } from '../../bytes/records.ts'
import { list, number, object, objects, text } from '../../json.ts'
import type { What } from '../../signal.ts'
import { TASK_KEYS } from './field-names.ts'
import { stopRules } from './answer-rules.ts'
import type { FoundError } from './generic-errors.ts'
import type { Voice } from './generic-names.ts'
import { isNews, type Found, type Walk } from './generic-walk.ts'
import { outcomeOf } from './outcomes.ts'
import { ruleFor } from './word-rule.ts'
import { MOST_NAMES } from '../../tools/tool-reader.ts'

export function readError(walk: Walk, { record, shape }: Found, { what, message, detail }: FoundError): void {
  const verdict = shape.verdicts.find((key) => typeof record[key] === 'boolean')
  const task = verdict === undefined ? undefined : taskOf(record)
  if (verdict !== undefined && task !== undefined) walk.story.judged(task, record[verdict] === true)
  if (!isNews(walk, message)) return
  walk.signals += 1
  const named =
    what === 'failure' ? troubleOf(record, [...shape.reasons, ...shape.looseReasons, 'subtype']) : null
  const better = what === 'failure' && named !== null && named.what !== 'failure' ? named.what : what
  walk.story.stumble({ source: 'typed', what: better, message, detail }, walk.from)
  // The message may contain the reason. The text rules read it there.
  if (better === 'failure') walk.notes.add({ source: 'text', what: 'statement', message, specific: false })
}

export function readOutcome(walk: Walk, { record, shape }: Found, voice: Voice): void {
  const stop = troubleOf(record, shape.stops)
  const isWhole = voice === 'end' || voice === 'unnamed'
  const reason = isWhole || voice === 'other' ? troubleOf(record, shape.reasons) : null
  const status = isWhole ? troubleOf(record, shape.statuses) : null
  const loose = status === null && voice !== 'end' ? null : troubleOf(record, shape.looseReasons)
  const trouble = mostTelling(reason, stop, loose, status)
  if (trouble !== null) {
    walk.signals += 1
    const note = {
      source: 'typed',
      what: trouble.what,
      message: trouble.value,
      needle: trouble.value,
    } as const
    if (trouble === stop && stop.what !== 'failure') walk.story.stumble(note, walk.from)
    else walk.story.ended(note, walk.from)
    if (trouble.what === 'failure') noteRemark(walk, record)
    return
  }
  if (!isWhole) {
    if (walk.story.hasAnswer && troubleOf(record, shape.statuses) !== null) walk.story.goesOn()
    return
  }
  const ended = shape.stops.find((key) => ruleFor(stopRules, text(record[key])) !== undefined)
  if (ended !== undefined && walk.from === 'record') walk.story.answered(`"${ended}"`)
  if (!readCounts(walk, { record, shape })) readVerdict(walk, { record, shape }, voice)
}

/**
 * Reads the counts of a harness. Some tasks of a benchmark always stay unsolved, so only none or all of them are a
 * verdict.
 */
function readCounts(walk: Walk, { record, shape }: Found): boolean {
  const [goodKey = ''] = shape.goodCounts
  const good = number(record[goodKey])
  if (good === undefined || shape.badCounts.length === 0) return false
  const counts = shape.badCounts.map((key) => number(record[key]) ?? 0)
  const bad = counts.reduce((sum, count) => sum + count, 0)
  if (bad > 0 && good > 0) return false
  const key = bad > 0 ? (shape.badCounts[counts.findIndex((count) => count > 0)] ?? goodKey) : goodKey
  const message = `${key}: ${String(record[key])}`
  const needle = `"${key}"`
  if (bad > 0) walk.story.ended({ source: 'typed', what: 'tests-failed', message, needle }, walk.from)
  else if (good > 0) walk.story.succeeded(message, walk.from, needle)
  else return false
  walk.signals += 1
  return true
}

/** The task of several that this result is about. Undefined if it names none. */
function taskOf(record: JsonObject): string | undefined {
  for (const key of TASK_KEYS) {
    const value = record[key]
    if (typeof value === 'string' && value !== '') return value.slice(0, LONGEST_TASK)
    if (typeof value === 'number') return String(value)
  }
  return undefined
}
const LONGEST_TASK = 200

const REMARKS = [
  'details',
  'detail',
  'explanation',
  'description',
  'summary',
  'note',
  'notes',
  'feedback',
] as const
const LONGEST_REMARK = 500

/** The record says only that it failed. Another field may say why. The text rules read it there. */
function noteRemark({ notes }: Walk, record: JsonObject): void {
  const message = REMARKS.map((key) => text(record[key])).find((one) => one !== '') ?? ''
  if (message === '' || message.length > LONGEST_REMARK) return
  notes.add({ source: 'text', what: 'statement', message, specific: false, detail: { after: 0 } })
}

/** Reads the result of a harness: booleans, exit codes and success words. */
function readVerdict(walk: Walk, { record, shape }: Found, voice: Voice): void {
  const saysSuccess = (key: string): boolean => outcomeOf(text(record[key])) === 'success'
  const verdict = shape.verdicts.find((key) => typeof record[key] === 'boolean')
  const exit = shape.exits.find((key) => (number(record[key]) ?? 0) !== 0)
  const done =
    shape.reasons.find(saysSuccess) ??
    shape.statuses.find(saysSuccess) ??
    (voice === 'end' ? shape.looseReasons.find(saysSuccess) : undefined) ??
    (voice === 'end' ? shape.exits.find((key) => record[key] === 0) : undefined)
  const task = taskOf(record)
  if (verdict !== undefined && task !== undefined) walk.story.judged(task, record[verdict] === true)
  if (verdict !== undefined && record[verdict] === false) {
    walk.signals += 1
    walk.story.ended(
      { source: 'typed', what: 'failure', message: `${verdict}: false`, needle: `"${verdict}"` },
      walk.from,
    )
  } else if (exit !== undefined) {
    walk.signals += 1
    walk.story.ended(
      { source: 'typed', what: 'failure', message: `${exit}: ${String(record[exit])}`, needle: `"${exit}"` },
      walk.from,
    )
  } else if (verdict !== undefined || done !== undefined) {
    walk.signals += 1
    walk.story.succeeded(
      `${verdict ?? done ?? ''}: ${String(record[verdict ?? done ?? ''])}`,
      walk.from,
      `"${verdict ?? done ?? ''}"`,
    )
  }
}

export function noteTests(walk: Walk, names: readonly string[]): void {
  walk.signals += 1
  const message = `${names.length} failed: ${names.slice(0, 5).join(', ')}`
  walk.story.ended(
    {
      source: 'typed',
      what: 'tests-failed',
      message,
      needle: names[0] ?? '',
      detail: { failed: names.length, names: names.slice(0, MOST_NAMES) },
    },
    walk.from,
  )
}

/** The tests that the result of a harness lists as failed. */
export function failedTests(record: JsonObject): readonly string[] {
  const byName = Object.entries(object(record['parser_results']))
    .filter(([, result]) => result === 'failed' || result === 'error')
    .map(([name]) => name)
  const byGroup = Object.values(object(record['tests_status'])).flatMap((group) =>
    list(object(group)['failure']).map(text),
  )
  const listed = ['tests', 'test_results', 'testResults', 'checks']
    .flatMap((key) => objects(record[key]))
    .filter(
      (test) =>
        test['passed'] === false ||
        test['success'] === false ||
        ['status', 'outcome', 'result'].some((key) => outcomeOf(text(test[key])) === 'failure'),
    )
    .map((test) => text(test['name']) || text(test['nodeid']) || text(test['title']) || text(test['id']))
  return [...byName, ...byGroup, ...listed].slice(0, 1000)
}

type Trouble = { readonly what: What; readonly value: string }

/** The first one that says more than a failure, else the first one. */
function mostTelling(...told: readonly (Trouble | null)[]): Trouble | null {
  let failure: Trouble | null = null
  for (const one of told) {
    if (one !== null && one.what !== 'failure') return one
    failure ??= one
  }
  return failure
}

/** A grader checked the work, and it did not pass. */
const JUDGES = /^(?:verdict|grade)$/i

function troubleOf(record: JsonObject, keys: readonly string[]): Trouble | null {
  let failure: Trouble | null = null
  for (const key of keys) {
    const value = text(record[key])
    const what = outcomeOf(value)
    if (what === null || what === 'success') continue
    if (what !== 'failure') return { what, value }
    failure ??= { what: JUDGES.test(key) ? 'tests-failed' : what, value }
  }
  return failure
}
