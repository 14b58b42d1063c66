import { reasonThatCounts, statusThatCounts, type RunRecord } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import type { Pauses, Random } from './backoff.ts'
import type { Spent } from './budgets.ts'
import { isCounted, policyFor, type PolicyOverrides } from './policy.ts'
import type { Session } from './session.ts'

/** What a rollback could go back to; null where nobody looked. */
export type KnownGood =
  | { readonly commit: string; readonly certain: true }
  /** Why there is none, or why it must not be used. */
  | { readonly reason: string }

/** All that a plan is made from. Nothing else is asked: neither the clock nor the disk. */
export type Situation = {
  readonly task: TaskRecord
  /** Of this task, oldest first; the last is the one that just ended. */
  readonly runs: readonly RunRecord[]
  /** The attempts repeat themselves. */
  readonly circular: boolean
  readonly resume: Session | null
  /** The last run was to go on in an earlier session. */
  readonly wasResumed?: boolean
  readonly good: KnownGood | null
  /** The cause may pass by itself: network, lock, server error. */
  readonly evidenceIsTransient: boolean
  /** When the limit resets, as the provider said. */
  readonly resetAt: string | null
  readonly overrides: PolicyOverrides
  readonly now: Date
  readonly spent: Spent
  readonly account: string
  /** Spreads what would otherwise start together. */
  readonly random: Random
  /** An agent that could take over now. */
  readonly otherAgent?: string | null
  /** In the queue every automatic retry waits, whatever its policy says. */
  readonly isPaced?: boolean
  /** The project's own pauses; without them the defaults. */
  readonly pauses?: Pauses
}

/** The runs since a person last said retry, the last one in any case. */
const countingRuns = ({ task, runs }: Pick<Situation, 'task' | 'runs'>): readonly RunRecord[] =>
  runs.filter((run, index) => run.run > task.sinceRun || index === runs.length - 1)

/** How a run failed; null where it did not. */
export const failureOf = (run: RunRecord): string | null =>
  statusThatCounts(run) === 'failed' ? (reasonThatCounts(run) ?? 'UNKNOWN') : null

/** How often the task has failed for this reason. */
export const timesFailed = (situation: Pick<Situation, 'task' | 'runs'>, reason: string): number =>
  countingRuns(situation).filter((run) => failureOf(run) === reason).length

/** How often the task has been tried, whatever it failed for. What others caused and all wait for is no try. */
export const timesTried = (situation: Pick<Situation, 'task' | 'runs' | 'overrides'>): number =>
  countingRuns(situation).filter((run) => {
    const failure = failureOf(run)
    return failure !== null && policyFor(failure, situation.overrides).plan !== 'wait'
  }).length

/** The latest runs that failed for this reason, oldest first. Other people's faults between them change nothing. */
export function inARow(
  situation: Pick<Situation, 'task' | 'runs' | 'overrides'>,
  reason: string,
): readonly RunRecord[] {
  const runs = countingRuns(situation).filter((run) => {
    const failure = failureOf(run)
    return failure === null || failure === reason || isCounted(failure, situation.overrides)
  })
  return runs.slice(runs.findLastIndex((run) => failureOf(run) !== reason) + 1)
}

/** Where nobody could measure it, nothing is known to have changed. */
export const changedNothing = ({ changedFiles }: RunRecord): boolean => (changedFiles ?? []).length === 0
