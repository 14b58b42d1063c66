/** Finds how a run ended in the fields of a record whose shape nobody knows. */
import type { JsonObject } from '../../bytes/records.ts'
import { list, number, object, objects, text } from '../../json.ts'
import type { What } from '../../signal.ts'
import type { FoundError } from './generic-errors.ts'
import type { Voice } from './generic-names.ts'
import type { Walk } from './generic-walk.ts'
import { outcomeOf } from './outcomes.ts'

/** Reasons of an ending, by name. */
const REASON_KEYS = [
  'terminal_reason',
  'termination_reason',
  'exit_reason',
  'exitReason',
  'failure_reason',
  'failureReason',
  'failure_mode',
  'error_type',
  'exception_type',
  'exit_status',
  'exitStatus',
]
/** Words that give a reason of anything: of the run only where the record is about the run. */
const LOOSE_REASON = /(?:reason|cause|stopped_?by)$/i
/** Why a single answer ended: only trouble counts, `stop` is no success of the run. */
const STOP_KEYS = ['stop_reason', 'stopReason', 'finish_reason', 'finishReason']
const STATUS_KEYS = [
  'outcome',
  'verdict',
  'final_status',
  'execution_status',
  'decision',
  'status',
  'state',
  'agent_state',
  'result',
  'conclusion',
]
const VERDICT_KEYS = ['resolved', 'is_resolved', 'success', 'succeeded', 'passed', 'ok']
const EXIT_KEYS = ['exit_code', 'exitCode', 'returncode', 'return_code']

export function readError(walk: Walk, record: JsonObject, { what, message, detail }: FoundError): void {
  if (walk.told.has(message)) return
  walk.told.add(message)
  walk.signals += 1
  const named = troubleOf(record, [...REASON_KEYS, ...looseReasons(record), 'subtype'])
  const better = what === 'failure' && named !== null && named.what !== 'failure' ? named.what : what
  walk.story.stumble({ source: 'typed', what: better, message, detail }, walk.from)
  // The reason may stand in the message: the text rules read it there.
  if (better === 'failure') walk.notes.add({ source: 'text', what: 'statement', message, specific: false })
}

export function readOutcome(walk: Walk, record: JsonObject, voice: Voice): void {
  const stop = troubleOf(record, STOP_KEYS)
  const isWhole = voice === 'end' || voice === 'unnamed'
  const reason = isWhole || voice === 'other' ? troubleOf(record, REASON_KEYS) : null
  const status = isWhole ? troubleOf(record, STATUS_KEYS) : null
  const loose = status === null ? null : troubleOf(record, looseReasons(record))
  const told = [reason, stop, loose, status].filter((one) => one !== null)
  const trouble = told.find(({ what }) => what !== 'failure') ?? told[0]
  if (trouble !== undefined) {
    walk.signals += 1
    const note = {
      source: 'typed',
      what: trouble.what,
      message: trouble.value,
      needle: trouble.value,
    } as const
    if (trouble === stop && stop.what !== 'failure') walk.story.stumble(note, walk.from)
    else walk.story.ended(note, walk.from)
    return
  }
  if (isWhole) readVerdict(walk, record, voice)
}

/** Harness results: booleans, exit codes and success words. */
function readVerdict(walk: Walk, record: JsonObject, voice: Voice): void {
  const verdict = VERDICT_KEYS.find((key) => typeof record[key] === 'boolean')
  const exit = EXIT_KEYS.find((key) => (number(record[key]) ?? 0) !== 0)
  const done =
    [...REASON_KEYS, ...STATUS_KEYS].find((key) => outcomeOf(text(record[key])) === 'success') ??
    (voice === 'end' ? EXIT_KEYS.find((key) => record[key] === 0) : undefined)
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
      detail: { failed: names.length, names: names.slice(0, 20) },
    },
    walk.from,
  )
}

/** The tests that a harness' result names as failed. */
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

const looseReasons = (record: JsonObject): readonly string[] =>
  Object.keys(record).filter((key) => key.length <= 40 && LOOSE_REASON.test(key))

function troubleOf(record: JsonObject, keys: readonly string[]): { what: What; value: string } | null {
  let failure: { what: What; value: string } | null = null
  for (const key of keys) {
    const value = text(record[key])
    const what = value === '' ? null : outcomeOf(value)
    if (what === null || what === 'success') continue
    if (what !== 'failure') return { what, value }
    failure ??= { what, value }
  }
  return failure
}
