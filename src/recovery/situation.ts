import { failureOf, type RunRecord } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import type { Pauses, Random } from './backoff.ts'
import type { Spent } from './budgets.ts'
import { isCounted, policyFor, type PolicyOverrides } from './policy.ts'
import type { Session } from './session.ts'

/** The target of a rollback. Null if none was looked for. */
export type KnownGood =
  | { readonly commit: string; readonly certain: true }
  /** Why there is none, or why it must not be used. */
  | { readonly reason: string }

/** Everything that a plan depends on. Planning reads neither the clock nor the disk. */
export type Situation = {
  readonly task: TaskRecord
  /** The runs of this task, oldest first. The last one has just ended. */
  readonly runs: readonly RunRecord[]
  /** The attempts repeat the same approach. */
  readonly circular: boolean
  readonly resume: Session | null
  /** The last run was meant to resume an earlier session. */
  readonly wasResumed?: boolean
  readonly good: KnownGood | null
  /** The cause may be temporary: network, lock, server error. */
  readonly evidenceIsTransient: boolean
  /** When the limit resets, according to the provider. */
  readonly resetAt: string | null
  readonly overrides: PolicyOverrides
  readonly now: Date
  readonly spent: Spent
  readonly account: string
  /** The command that logs the agent in again; null if none is known. */
  readonly login: string | null
  /** The task's program is an agent that Mayday knows, so that it reads the prompt. */
  readonly isKnownAgent: boolean
  /** Spreads what would otherwise start together. */
  readonly random: Random
  /** An agent that could take over now. */
  readonly otherAgent?: string | null
  /** In the queue every automatic retry waits, even if its policy has no backoff. */
  readonly isPaced?: boolean
  /** The pauses of the project. Absent: the defaults. */
  readonly pauses?: Pauses
}

/** The runs since the last manual retry. The last run is always included. */
const countingRuns = ({ task, runs }: Pick<Situation, 'task' | 'runs'>): readonly RunRecord[] =>
  runs.filter((run, index) => run.run > task.sinceRun || index === runs.length - 1)

/** How often the task has failed for this reason. */
export const timesFailed = (situation: Pick<Situation, 'task' | 'runs'>, reason: string): number =>
  countingRuns(situation).filter((run) => failureOf(run) === reason).length

/** How often the task has been tried, for any reason. Failures that lead to a wait do not count. */
export const timesTried = (situation: Pick<Situation, 'task' | 'runs' | 'overrides'>): number =>
  countingRuns(situation).filter((run) => {
    const failure = failureOf(run)
    return failure !== null && policyFor(failure, situation.overrides).plan !== 'wait'
  }).length

/**
 * The latest runs that failed for this reason, oldest first. Failures with an external cause in between are ignored.
 */
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

/** If the changes could not be measured, nothing counts as changed. */
export const changedNothing = ({ changedFiles }: RunRecord): boolean => (changedFiles ?? []).length === 0
