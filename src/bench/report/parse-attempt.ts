import { benchWords } from '../../reasons/dialects/bench.ts'
import { list, number, object, objects, parseObject, text } from '../../signals/json.ts'
import type { AttemptRecord, BenchReason } from '../attempt-record.ts'

/** A line of attempts.jsonl as a record, and what was odd about it; the record is null where it cannot count. */
export type ParsedAttempt = { readonly record: AttemptRecord | null; readonly problem: string | null }

const FORMAT = 'mayday.attempt/1'

/** Without these a line says nothing. */
const needed = { task_id: 'string', attempt: 'number', passed: 'boolean', duration_ms: 'number' } as const

type Fields = Readonly<Record<string, unknown>>

const isBenchReason = (word: string): word is BenchReason => (benchWords as readonly string[]).includes(word)

export function parseAttempt(line: string): ParsedAttempt {
  const found = parseObject(line)
  if (found === null) return { record: null, problem: 'is no JSON object' }
  if (found['format'] !== FORMAT)
    return { record: null, problem: `has the format '${text(found['format'])}', not ${FORMAT}` }
  const lacking = Object.entries(needed).find(([name, type]) => typeof found[name] !== type)
  if (lacking !== undefined) return { record: null, problem: `has no ${lacking[0]} that is a ${lacking[1]}` }
  const verdict = readVerdict(found)
  return { record: readRecord(found, verdict.reason), problem: verdict.problem }
}

/** Success is `passed` without a reason; whatever contradicts itself has failed. */
function readVerdict({ passed, failure_reason: word }: Fields): {
  readonly reason: BenchReason | null
  readonly problem: string | null
} {
  if (word === null || word === undefined || word === '')
    return passed === true
      ? { reason: null, problem: null }
      : { reason: 'UNKNOWN', problem: 'failed without a failure_reason; it counts as UNKNOWN' }
  const said = text(word)
  if (!isBenchReason(said))
    return { reason: 'UNKNOWN', problem: `has the unknown failure_reason '${said}'; it counts as UNKNOWN` }
  return passed === true
    ? { reason: said, problem: `passed with the failure_reason ${said}; it counts as failed` }
    : { reason: said, problem: null }
}

function readRecord(found: Fields, reason: BenchReason | null): AttemptRecord {
  return {
    format: FORMAT,
    attempt_id: text(found['attempt_id']),
    series: text(found['series']),
    task_id: text(found['task_id']),
    attempt: number(found['attempt']) ?? 1,
    agent: text(found['agent']),
    started_at: text(found['started_at']),
    ended_at: text(found['ended_at']),
    duration_ms: Math.max(0, number(found['duration_ms']) ?? 0),
    passed: reason === null,
    failure_reason: reason,
    reason: text(found['reason']) || null,
    stage: text(found['stage']) || null,
    summary: text(found['summary']),
    stop_reason: text(found['stop_reason']) || null,
    exit_codes: readCodes(found['exit_codes']),
    baseline: readBaseline(found['baseline']),
    newly_failing: list(found['newly_failing']).map(text),
    tokens: number(found['tokens']) ?? null,
    cost_usd: number(found['cost_usd']) ?? null,
    turns: number(found['turns']) ?? null,
    changed_files: number(found['changed_files']) ?? null,
    labels: list(found['labels']).map(text),
    run_id: text(found['run_id']) || null,
    log_path: text(found['log_path']) || null,
    stages: objects(found['stages']).map((one) => ({
      stage: text(one['stage']),
      ms: number(one['ms']) ?? 0,
      exit: number(one['exit']) ?? null,
      reason: text(one['reason']) || null,
      ending: text(one['ending']),
    })),
  }
}

const readCodes = (value: unknown): AttemptRecord['exit_codes'] =>
  Object.fromEntries(Object.entries(object(value)).map(([stage, code]) => [stage, number(code) ?? null]))

function readBaseline(value: unknown): AttemptRecord['baseline'] {
  if (value === null || value === undefined) return null
  const { failing, isFlaky } = object(value)
  return { failing: list(failing).map(text), isFlaky: isFlaky === true }
}
