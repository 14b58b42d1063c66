import type { BenchWord } from '../reasons/dialects/bench.ts'

/** The bench dialect's word for why an attempt failed. */
export type BenchReason = BenchWord

/** One line of attempts.jsonl. */
export type AttemptRecord = {
  readonly format: 'mayday.attempt/1'
  readonly attempt_id: string
  readonly series: string
  readonly task_id: string
  /** From 1. */
  readonly attempt: number
  readonly agent: string
  readonly started_at: string
  readonly ended_at: string
  readonly duration_ms: number
  /** True exactly where `failure_reason` is null. */
  readonly passed: boolean
  readonly failure_reason: BenchReason | null
  /** Mayday's own reason. */
  readonly reason: string | null
  /** Where the failure that decided happened. */
  readonly stage: string | null
  /** How that stage ended, and the line that says why. */
  readonly summary: string
  /** How the agent ended by itself, whatever the tests say. */
  readonly stop_reason: string | null
  /** By stage; null where it left none. */
  readonly exit_codes: Readonly<Record<string, number | null>>
  readonly baseline: { readonly failing: readonly string[]; readonly isFlaky: boolean } | null
  /** Tests that fail now and did not before the agent. */
  readonly newly_failing: readonly string[]
  readonly tokens: number | null
  readonly cost_usd: number | null
  readonly turns: number | null
  readonly changed_files: number | null
  readonly labels: readonly string[]
  readonly run_id: string | null
  readonly log_path: string | null
  readonly stages: readonly {
    readonly stage: string
    readonly ms: number
    readonly exit: number | null
    readonly reason: string | null
    /** How it ended, in words; '' in records of older versions. */
    readonly ending: string
  }[]
}

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
