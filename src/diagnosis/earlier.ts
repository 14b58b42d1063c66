/** The results of the runs before the last one, if one output contains several. */
import type { Shape } from '../reasons/shape.ts'
import { reasonNames } from '../reasons/reason.ts'
import { reasons as rows } from '../reasons/table.ts'
import { countOf } from '../signals/count-of.ts'
import type { EarlierRuns } from '../signals/signal.ts'
import type { earlierSchema } from './explanation-schema.ts'
import { verdictOf, type DiagnoseInput, type Diagnosis } from './diagnosis.ts'

export type Earlier = Shape<typeof earlierSchema>

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

/** `7 earlier iterations: 6 succeeded, 1 hit a usage limit` */
export function describeEarlier({ succeeded, failed, undetermined = 0, reasons }: Earlier): string {
  const failures = reasonNames.flatMap((name) =>
    reasons[name] === undefined ? [] : [`${reasons[name]} ${rows[name].brief}`],
  )
  const parts = [
    ...(succeeded === 0 ? [] : [`${succeeded} succeeded`]),
    ...failures,
    ...(undetermined === 0 ? [] : [`${undetermined} without a clear result`]),
  ]
  return `${countOf(succeeded + failed + undetermined, 'earlier iteration')}: ${parts.join(', ')}`
}
