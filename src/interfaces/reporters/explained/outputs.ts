/** The outputs for the next step of a pipeline, as names and values. */
import type { Explanation } from '../../../diagnosis/explain.ts'
import { reasons } from '../../../reasons/table.ts'
import { transient } from '../../../signals/tools/transient.ts'

type OutputName = 'verdict' | 'reason' | 'class' | 'retryable' | 'reset-at' | 'plan' | 'confidence'

/** Every value is one line; an unknown value is empty. */
const outputsOf = (found: Explanation): Readonly<Record<OutputName, string>> => ({
  verdict: found.verdict,
  reason: found.reason ?? '',
  class: found.class ?? '',
  retryable: String(isRetryable(found)),
  'reset-at': found.resetAt ?? '',
  plan: found.plan?.kind ?? '',
  confidence: found.confidence,
})

/** True if an identical retry is useful. After a success or an open verdict it is not. */
export function isRetryable({ verdict, reason, circular, evidence }: Explanation): boolean {
  if (verdict !== 'failed' || reason === null || circular) return false
  const row = reasons[reason].transient
  return row === 'evidence' ? evidence.some(({ excerpt }) => transient(excerpt).transient === true) : row
}

/** Lines of `NAME=value` for GITHUB_OUTPUT. No value contains a line break, so none can add a name. */
export const outputLines = (found: Explanation): string =>
  Object.entries(outputsOf(found))
    .map(([name, value]) => `${name}=${oneLineOf(value)}\n`)
    .join('')

/** A dotenv report: `MAYDAY_RESET_AT=…`. */
export const dotenvLines = (found: Explanation): string =>
  Object.entries(outputsOf(found))
    .map(([name, value]) => `MAYDAY_${name.toUpperCase().replaceAll('-', '_')}=${oneLineOf(value)}\n`)
    .join('')

const oneLineOf = (value: string): string => value.replaceAll(/[\r\n]+/g, ' ')
