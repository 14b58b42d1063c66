import * as v from 'valibot'
import { benchWords, type BenchWord } from '../reasons/dialects/bench.ts'
import type { Shape } from '../record/schema.ts'

/** The bench word for the reason of a failed attempt. */
export type BenchReason = BenchWord

/** Lines may come from other programs and older versions. Missing and invalid values get a fallback. */
const text = v.fallback(v.string(), '')
const word = v.fallback(v.nullable(v.pipe(v.string(), v.nonEmpty())), null)
const number = v.fallback(v.nullable(v.number()), null)
const texts = v.fallback(v.array(text), [])

/** One line of attempts.jsonl. A line without `task_id`, `attempt`, `passed` and `duration_ms` is unusable. */
export const attemptSchema = v.object({
  format: v.literal('mayday.attempt/1'),
  attempt_id: text,
  series: text,
  task_id: v.string(),
  /** Counts from 1. */
  attempt: v.number(),
  agent: text,
  started_at: text,
  ended_at: text,
  duration_ms: v.number(),
  /** True if and only if `failure_reason` is null. */
  passed: v.boolean(),
  failure_reason: v.fallback(v.nullable(v.picklist(benchWords)), null),
  /** The reason in the words of Mayday. */
  reason: word,
  /** The stage of the deciding failure. */
  stage: word,
  /** How that stage ended, and the line that says why. */
  summary: text,
  /** How the agent ended, independent of the tests. */
  stop_reason: word,
  /** By stage. Null if the stage left none. */
  exit_codes: v.fallback(v.record(v.string(), number), {}),
  baseline: v.fallback(
    v.nullable(v.object({ failing: texts, isFlaky: v.fallback(v.boolean(), false) })),
    null,
  ),
  /** Tests that fail now and did not fail before the agent. */
  newly_failing: texts,
  tokens: number,
  cost_usd: number,
  turns: number,
  changed_files: number,
  labels: texts,
  run_id: word,
  log_path: word,
  stages: v.fallback(
    v.array(
      v.object({
        stage: text,
        ms: v.fallback(v.number(), 0),
        exit: number,
        reason: word,
        /** How the stage ended, as text. '' in records of older versions. */
        ending: text,
      }),
    ),
    [],
  ),
})

export type AttemptRecord = Shape<typeof attemptSchema>

/** A canceled attempt is repeated, so it counts neither as done nor as failed. */
export const isDone = ({ failure_reason, reason }: AttemptRecord): boolean =>
  failure_reason !== 'INTERRUPTED' || reason !== null

/**
 * How the other stages ended: `agent_run: exit code 7 (UNKNOWN)`. It lists stages that failed, and tests that passed
 * after an agent that failed.
 */
export const otherEndings = ({ stages, stage: decided }: AttemptRecord): readonly string[] =>
  stages
    .filter(({ stage }) => stage !== decided)
    .filter(({ stage, reason }) => reason !== null || (stage === 'final_test' && decided === 'agent_run'))
    .map(({ stage, reason, ending }) => {
      const word = reason ?? 'passed'
      return `${stage}: ${ending === '' ? word : `${ending} (${word})`}`
    })
