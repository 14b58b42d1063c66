import { MOST_RETRIES } from './backoff.ts'
import { leftOf } from './budgets.ts'
import { policyFor } from './policy.ts'
import { failureOf, timesFailed, timesTried, type Situation } from './situation.ts'

/**
 * How many attempts there can be, the next one included, if each fails as the last one did: what the budget, the policy
 * of that failure and the automatic retries allow together.
 */
export function attemptsLeft(
  situation: Pick<Situation, 'task' | 'runs' | 'overrides' | 'spent' | 'isPaced'>,
): number {
  const { task, runs, overrides, spent } = situation
  const budget = leftOf(task.budget, spent).attempts
  const last = runs.at(-1)
  const reason = last === undefined || last.run <= task.sinceRun ? null : failureOf(last)
  if (reason === null) return budget
  const { limit, plan, backoff } = policyFor(reason, overrides)
  const times = timesFailed(situation, reason)
  const retries = [
    ...(plan === 'escalate' || plan === 'stop' ? [times] : []),
    ...(limit === null ? [] : [limit]),
    ...(backoff && plan !== 'wait' ? [MOST_RETRIES] : []),
  ].map((most) => most - times + 1)
  const paced =
    situation.isPaced === true && plan !== 'wait' ? [MOST_RETRIES - timesTried(situation) + 1] : []
  return Math.max(1, Math.min(budget, ...retries, ...paced))
}
