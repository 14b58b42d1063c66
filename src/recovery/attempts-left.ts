import { MOST_RETRIES } from './backoff.ts'
import { leftOf } from './budgets.ts'
import { policyFor, type PolicyOverrides } from './policy.ts'
import { failureOf } from '../record/run.ts'
import { timesFailed, timesTried, type Situation } from './situation.ts'

/**
 * The number of attempts that are still possible, the next one included, if each fails like the last one. The budget,
 * the policy of that failure and the limit of automatic retries decide together.
 */
export function attemptsLeft(
  situation: Pick<Situation, 'task' | 'runs' | 'overrides' | 'spent' | 'isPaced'>,
): number {
  const { task, runs, overrides, spent, isPaced = false } = situation
  const budget = leftOf(task.budget, spent).attempts
  const last = runs.at(-1)
  const reason = last === undefined || last.run <= task.sinceRun ? null : failureOf(last)
  if (reason === null) return budget
  const times = timesFailed(situation, reason)
  const left = retriesLeft({ reason, times, tried: timesTried(situation), isPaced }, overrides)
  return Math.max(1, Math.min(budget, left))
}

export type Tries = {
  readonly reason: string
  /** How often the task has failed for this reason, the last time included. */
  readonly times: number
  /** How often the task has been tried, for any reason. */
  readonly tried: number
  readonly isPaced: boolean
}

/**
 * How many more runs the policy of a failure and the limit of automatic retries allow. 0 or less: a person is asked.
 */
export function retriesLeft({ reason, times, tried, isPaced }: Tries, overrides: PolicyOverrides): number {
  const { limit, plan, backoff } = policyFor(reason, overrides)
  if (plan === 'escalate' || plan === 'stop') return 0
  return Math.min(
    limit === null ? Infinity : limit - times + 1,
    backoff && plan !== 'wait' && !isPaced ? MOST_RETRIES - times + 1 : Infinity,
    isPaced && plan !== 'wait' ? MOST_RETRIES - tried + 1 : Infinity,
  )
}
