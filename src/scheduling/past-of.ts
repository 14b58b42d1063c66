import { isTried } from '../diagnosis/repetition.ts'
import { WINDOW } from '../diagnosis/circular.ts'
import { isReason } from '../reasons/reason.ts'
import { leftOf, spentBy } from '../recovery/budgets.ts'
import { failureOf } from '../record/run.ts'
import { redact, secretsFromEnv } from '../secrets/secrets.ts'
import type { RunRecord } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { customIn } from '../record/run-result.ts'
import type { TaskPast } from '../supervision/run-spec.ts'
import type { TaskContext } from './task-context.ts'

/** What the next diagnosis needs to know about the runs since the last manual retry. */
export function pastOf(
  task: TaskRecord,
  runs: readonly RunRecord[],
  { store, overrides, isPaced, env }: Pick<TaskContext, 'store' | 'overrides' | 'isPaced' | 'env'>,
): TaskPast {
  const counting = runs.filter(({ run }) => run > task.sinceRun)
  const attempts = counting
    .filter(hasTried)
    .map(({ run, diagnosis }) => ({ run, approach: diagnosis?.approach ?? '' }))
    .slice(-WINDOW)
  const errors = store
    .lessons({ task: task.task })
    .map(({ error }) => error)
    // The announced approach of the agent is not an error, even if nothing better was found in its output.
    .filter((error) => !attempts.some(({ approach }) => approach.includes(error)))
  return {
    attempts,
    given: redact([task.prompt, ...errors].join('\n'), secretsFromEnv(env)),
    failures: counting.map(failureOf).filter((reason) => reason !== null),
    budget: leftOf(task.budget, spentBy(runs, task.sinceRun, overrides)),
    isPaced,
  }
}

/** Did the run fail because of its approach? A person's correction counts. */
function hasTried(run: RunRecord): boolean {
  const failure = failureOf(run)
  if (failure === null) return false
  if (isReason(failure)) return isTried({ reason: failure })
  const custom = customIn(run.diagnosis)
  return custom !== undefined && custom.name === failure && isTried({ reason: custom.like, custom })
}
