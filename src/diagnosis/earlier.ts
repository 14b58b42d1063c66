/** The results of the runs before the last one, if one output contains several. */
import { reasonNames, type Reason } from '../reasons/reason.ts'
import { countOf } from '../signals/count-of.ts'
import type { EarlierRuns } from '../signals/signal.ts'
import { verdictOf, type DiagnoseInput, type Diagnosis } from './diagnosis.ts'

export type Earlier = {
  readonly succeeded: number
  readonly failed: number
  /** The number of runs without proof of a failure or a success. */
  readonly undetermined?: number
  /** The number of failed runs by reason. */
  readonly reasons: Readonly<Partial<Record<Reason, number>>>
}

export function judgeEarlier(
  { runs, unread }: EarlierRuns,
  diagnose: (run: DiagnoseInput) => Diagnosis,
): Earlier {
  const verdicts = runs.map((run) => diagnose(run))
  const failed = verdicts.filter((one) => verdictOf(one) === 'failed')
  const succeeded = verdicts.filter((one) => verdictOf(one) === 'succeeded').length
  const undetermined = runs.length + unread - failed.length - succeeded
  const counts = reasonNames
    .map((name) => [name, failed.filter(({ reason }) => reason === name).length] as const)
    .filter(([, count]) => count > 0)
  return {
    succeeded,
    failed: failed.length,
    ...(undetermined === 0 ? {} : { undetermined }),
    reasons: Object.fromEntries(counts),
  }
}

/** What happened in a run that ended for this reason. */
const DID: Readonly<Record<Reason, string>> = {
  LAUNCH_REJECTED: 'did not start',
  GIT_CLONE_FAILED: 'could not fetch the repository',
  GIT_CHECKOUT_FAILED: 'could not check out the commit',
  SETUP_TIMEOUT: 'timed out in the setup',
  SETUP_FAILED: 'failed in the setup',
  BASELINE_NOT_FAILING: 'had a baseline that did not fail',
  SANDBOX_ERROR: 'had a sandbox error',
  DISK_FULL: 'had a full disk',
  OUT_OF_MEMORY: 'ran out of memory',
  AUTH_FAILED: 'had no valid login',
  USAGE_LIMIT: 'hit a usage limit',
  RATE_LIMITED: 'hit a rate limit',
  MODEL_UNAVAILABLE: 'could not use the model',
  CONTEXT_EXHAUSTED: 'ran out of context',
  REFUSED: 'ended with a refusal of the model',
  LLM_ERROR: 'ended with a model error',
  PERMISSION_BLOCKED: 'lacked a permission',
  TOOL_ERROR: 'ended with a tool error',
  WORKER_CRASHED: 'crashed',
  STALLED: 'stalled',
  TIMEOUT: 'timed out',
  BUDGET_EXCEEDED: 'spent the budget',
  MAX_TURNS: 'reached the turn limit',
  AGENT_GAVE_UP: 'gave up',
  CIRCULAR_FIX: 'repeated the same approach',
  BROKEN_BUILD: 'had a broken build',
  TESTS_FAILED: 'failed the tests',
  NO_CHANGES: 'changed nothing',
  NO_TESTS_COLLECTED: 'found no tests',
  INTERNAL_ERROR: 'ended with an internal error',
  INTERRUPTED: 'ended by an interrupt',
  UNKNOWN: 'failed for an unknown reason',
}

/** `7 earlier iterations: 6 succeeded, 1 hit a usage limit` */
export function describeEarlier({ succeeded, failed, undetermined = 0, reasons }: Earlier): string {
  const failures = reasonNames.flatMap((name) =>
    reasons[name] === undefined ? [] : [`${reasons[name]} ${DID[name]}`],
  )
  const parts = [
    ...(succeeded === 0 ? [] : [`${succeeded} succeeded`]),
    ...failures,
    ...(undetermined === 0 ? [] : [`${undetermined} without a clear result`]),
  ]
  return `${countOf(succeeded + failed + undetermined, 'earlier iteration')}: ${parts.join(', ')}`
}
