/** The reason that the last errors of an unexplained failure suggest. */
import type { Signal } from '../signals/signal.ts'
import type { DiagnoseInput } from './diagnosis.ts'
import { lastResortRules, type LastResortRule } from './last-resort-rules.ts'
import { ENDS_IN_ERROR, ONLY_NAMES, TELLS } from './text-forms.ts'

/** Errors further from the end are not what the output ended with. */
const LAST_LINES = 15

export type Suggested = { readonly rule: LastResortRule; readonly signal: Signal }

export function suggestedBy({ signals }: DiagnoseInput, proof: Signal | undefined): Suggested | null {
  const errors = signals.filter(isLastError).toReversed()
  for (const signal of proof === undefined ? errors : [proof, ...errors]) {
    const rule = lastResortRules.find(({ says }) => says.test(signal.message))
    if (rule !== undefined) return { rule, signal }
  }
  return null
}

const isLastError = ({ what, message, detail }: Signal): boolean =>
  (what === 'statement' || what === 'uncaught') &&
  (detail.after ?? 0) < LAST_LINES &&
  (ENDS_IN_ERROR.test(message) || TELLS.test(message)) &&
  !ONLY_NAMES.test(message)
