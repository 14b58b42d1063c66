import { classes } from '../reasons/classes.ts'
import { isReason, type PlanKind, type ReasonClass } from '../reasons/reason.ts'
import type { Gate, Policy, ReasonRow } from '../reasons/reason-row.ts'
import { reasons } from '../reasons/table.ts'

/** What a project changes in the policy of a reason. */
export type PolicyChange = {
  readonly plan?: PlanKind | undefined
  /** Runs after the first one. */
  readonly retries?: number | undefined
  readonly backoff?: boolean | undefined
}

export type PolicyOverride = PolicyChange & {
  /** The row of a custom reason of the project. */
  readonly row?: ReasonRow | undefined
}

export type PolicyOverrides = Readonly<Record<string, PolicyOverride | undefined>>

/**
 * The policy after the changes of the project. `limit`: the maximum number of retries. Null: something else bounds
 * them.
 */
export type HeldPolicy = Omit<Policy, 'retries' | 'otherwise' | 'words'> & { readonly limit: number | null }

const overrideOf = (reason: string, overrides: PolicyOverrides): PolicyOverride | undefined =>
  Object.hasOwn(overrides, reason) ? overrides[reason] : undefined

/** The names of the custom reasons of the project. */
export const customReasonsIn = (overrides: PolicyOverrides): readonly string[] =>
  Object.entries(overrides).flatMap(([name, change]) => (change?.row === undefined ? [] : [name]))

/** A word that is neither in the table nor in the config (for example, from an import) is treated as UNKNOWN. */
export const rowOf = (reason: string, overrides: PolicyOverrides): ReasonRow =>
  isReason(reason) ? reasons[reason] : (overrideOf(reason, overrides)?.row ?? reasons.UNKNOWN)

/** The columns that no project can choose: a custom reason has those of UNKNOWN. */
export type FixedColumns = Pick<ReasonRow, 'session' | 'fallback' | 'handOff' | 'firstStep' | 'title'>

export const fixedColumnsOf = (reason: string): FixedColumns => rowOf(reason, {})

/** A custom reason has none. */
export const gateOf = (reason: string): Gate | null => rowOf(reason, {}).policy.gate

export const classOf = (reason: string, overrides: PolicyOverrides): ReasonClass =>
  rowOf(reason, overrides).class

export const meaningOf = (reason: string, overrides: PolicyOverrides): string =>
  rowOf(reason, overrides).meaning

/** Does a run that failed for this reason count as an attempt? External causes do not count. */
export const isCounted = (reason: string, overrides: PolicyOverrides): boolean =>
  classes[classOf(reason, overrides)].counted

/** Does an identical run make sense? */
export function isTransient(
  reason: string,
  evidenceIsTransient: boolean,
  overrides: PolicyOverrides,
): boolean {
  const { transient } = rowOf(reason, overrides)
  return transient === 'evidence' ? evidenceIsTransient : transient
}

/** The policy of a reason, with the changes of the project. */
export function policyFor(reason: string, overrides: PolicyOverrides): HeldPolicy {
  const { retries, otherwise: _, words: __, ...base } = rowOf(reason, overrides).policy
  const own = overrideOf(reason, overrides)
  const plan = own?.plan ?? base.plan
  const backoff = own?.backoff ?? base.backoff
  if (plan === base.plan) {
    const limit = own?.retries ?? (base.bound === undefined ? retries : null)
    return { ...base, backoff, limit }
  }
  // Another plan has none of the bounds of the default plan, and at least one try.
  const limit = own?.retries ?? Math.max(retries, 1)
  return { plan, backoff, gate: base.gate, limit }
}
