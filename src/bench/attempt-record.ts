import * as v from 'valibot'
import { benchWords, type BenchWord } from '../reasons/dialects/bench.ts'
import type { Shape } from '../record/schema.ts'

/** The bench dialect's word for why an attempt failed. */
export type BenchReason = BenchWord

/** Lines may come from other programs and older versions: what is missing or odd there is as if it were not said. */
const text = v.fallback(v.string(), '')
const word = v.fallback(v.nullable(v.pipe(v.string(), v.nonEmpty())), null)
const number = v.fallback(v.nullable(v.number()), null)
const texts = v.fallback(v.array(text), [])

/** One line of attempts.jsonl. Without `task_id`, `attempt`, `passed` and `duration_ms` a line says nothing. */
export const attemptSchema = v.object({
  format: v.literal('mayday.attempt/1'),
  attempt_id: text,
  series: text,
  task_id: v.string(),
  /** From 1. */
  attempt: v.number(),
  agent: text,
  started_at: text,
  ended_at: text,
  duration_ms: v.number(),
  /** True exactly where `failure_reason` is null. */
  passed: v.boolean(),
  failure_reason: v.fallback(v.nullable(v.picklist(benchWords)), null),
  /** Mayday's own reason. */
  reason: word,
  /** Where the failure that decided happened. */
  stage: word,
  /** How that stage ended, and the line that says why. */
  summary: text,
  /** How the agent ended by itself, whatever the tests say. */
  stop_reason: word,
  /** By stage; null where it left none. */
  exit_codes: v.fallback(v.record(v.string(), number), {}),
  baseline: v.fallback(
    v.nullable(v.object({ failing: texts, isFlaky: v.fallback(v.boolean(), false) })),
    null,
  ),
  /** Tests that fail now and did not before the agent. */
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
        /** How it ended, in words; '' in records of older versions. */
        ending: text,
      }),
    ),
    [],
  ),
})

export type AttemptRecord = Shape<typeof attemptSchema>

/** A canceled attempt is made again, so it counts neither as done nor as failed. */
export const isDone = ({ failure_reason, reason }: AttemptRecord): boolean =>
  failure_reason !== 'INTERRUPTED' || reason !== null

/**
 * How stages ended beside the one that decided: `agent_run: exit code 7 (UNKNOWN)`. Told are those that failed, and
 * tests that pass after an agent that failed.
 */
export const otherEndings = ({ stages, stage: decided }: AttemptRecord): readonly string[] =>
  stages
    .filter(({ stage }) => stage !== decided)
    .filter(({ stage, reason }) => reason !== null || (stage === 'final_test' && decided === 'agent_run'))
    .map(({ stage, reason, ending }) => {
      const word = reason ?? 'passed'
      return `${stage}: ${ending === '' ? word : `${ending} (${word})`}`
    })
