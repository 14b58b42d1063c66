import type { Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'
import type { Signal, Source, What } from '../signals/signal.ts'

/** An output, for the tests of the rule and for its docs page. */
export type Example = {
  readonly output: string
  readonly stage?: Stage
  readonly exitCode?: number
}

/**
 * One rule: its conditions, and the reason that follows. Rules are data: the detector, the docs page and the tests
 * come from this declaration. Within one list the first match wins.
 */
export type Rule = {
  readonly id: string
  readonly reason: Reason
  readonly sentence: string
  readonly sources: readonly Source[]
  readonly what: readonly What[]
  /** HTTP statuses, provider codes, phrases, files. Any match is enough. If none is given, `what` alone decides. */
  readonly statuses?: readonly number[]
  readonly codes?: RegExp
  readonly says?: RegExp
  readonly names?: RegExp
  /** `and`: what the message must also match. `not`: what it must not match. */
  readonly and?: RegExp
  readonly not?: RegExp
  /** The rule applies only in these stages. */
  readonly stages?: readonly Stage[]
  /** The rule does not apply to signals of these tool readers. */
  readonly notBy?: readonly string[]
  /** The reason if the output is all that a command printed, and not that of a known stage or step. */
  readonly ofWhole?: Reason
  /** A root cause. Within its stage it wins over later signals, which follow from it. */
  readonly root?: boolean
  /** Outputs that this rule decides. */
  readonly yes: readonly Example[]
  /** Similar outputs that this rule must not decide. */
  readonly no: readonly Example[]
}

/** Does the rule apply to this signal? */
export function matches(rule: Rule, signal: Signal): boolean {
  if (!rule.sources.includes(signal.source) || !rule.what.includes(signal.what)) return false
  if (rule.stages !== undefined && !rule.stages.includes(signal.stage)) return false
  if (rule.notBy?.includes(signal.detail.by ?? '') === true) return false
  return (
    isMet(rule, signal) && rule.and?.test(signal.message) !== false && rule.not?.test(signal.message) !== true
  )
}

function isMet({ statuses, codes, says, names }: Rule, { message, detail }: Signal): boolean {
  if ([statuses, codes, says, names].every((one) => one === undefined)) return true
  const { status, code } = detail
  if (status !== undefined && statuses?.includes(status) === true) return true
  if (code !== undefined && codes?.test(code) === true) return true
  if (names !== undefined && detail.names?.some((name) => names.test(name)) === true) return true
  return says?.test(message) === true
}
