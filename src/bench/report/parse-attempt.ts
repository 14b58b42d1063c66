import { benchWords } from '../../reasons/dialects/bench.ts'
import * as v from 'valibot'
import { misfitIn } from '../../record/schema.ts'
import { parseObject, text } from '../../signals/json.ts'
import { attemptSchema, type AttemptRecord, type BenchReason } from '../attempt-record.ts'

/** A line of attempts.jsonl as a record, and its problem, if any. The record is null if it cannot count. */
export type ParsedAttempt = { readonly record: AttemptRecord | null; readonly problem: string | null }

const FORMAT = attemptSchema.entries.format.literal

type Fields = Readonly<Record<string, unknown>>

const isBenchReason = (word: string): word is BenchReason => (benchWords as readonly string[]).includes(word)

export function parseAttempt(line: string): ParsedAttempt {
  const found = parseObject(line)
  if (found === null) return { record: null, problem: 'is not a JSON object' }
  if (found['format'] !== FORMAT)
    return { record: null, problem: `has the format '${text(found['format'])}', not ${FORMAT}` }
  const parsed = v.safeParse(attemptSchema, found, { abortEarly: true })
  if (!parsed.success)
    return { record: null, problem: `has a wrong field: ${misfitIn(attemptSchema, found)}` }
  const { reason, problem } = readVerdict(found)
  const durationMs = Math.max(0, parsed.output.duration_ms)
  const verdict = { passed: reason === null, failure_reason: reason, duration_ms: durationMs }
  return { record: { ...parsed.output, ...verdict }, problem }
}

/** Success is `passed` without a reason. A line that contradicts itself counts as failed. */
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
