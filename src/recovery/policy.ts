import { isReason, type PlanKind, type Policy, type ReasonClass, type ReasonRow } from '../reasons/reason.ts'
import { reasons } from '../reasons/table.ts'

/** What a project changes about a reason's policy. */
export type PolicyOverride = {
  readonly plan?: PlanKind | undefined
  /** Further runs after the first. */
  readonly retries?: number | undefined
  readonly backoff?: boolean | undefined
}

export type PolicyOverrides = Readonly<Record<string, PolicyOverride | undefined>>

/** A policy as it holds here. `limit`: at most so many further runs; null where something else ends them. */
export type HeldPolicy = Omit<Policy, 'retries' | 'otherwise' | 'words'> & { readonly limit: number | null }

/** A word outside the table (an import's, a project's own) is judged as UNKNOWN is. */
const rowOf = (reason: string): ReasonRow => reasons[isReason(reason) ? reason : 'UNKNOWN']

export const classOf = (reason: string): ReasonClass => rowOf(reason).class

export const meaningOf = (reason: string): string => rowOf(reason).meaning

const COUNTED: ReadonlySet<ReasonClass> = new Set(['agent', 'work', 'unknown'])

/** Does a run that failed for this count as an attempt? Other people's faults do not. */
export const isCounted = (reason: string): boolean => COUNTED.has(classOf(reason))

/** Does an identical run make sense? */
export function isTransient(reason: string, evidenceIsTransient: boolean): boolean {
  const { transient } = rowOf(reason)
  return transient === 'evidence' ? evidenceIsTransient : transient
}

/** The policy of a reason, with what the project changed about it. */
export function policyFor(reason: string, overrides: PolicyOverrides = {}): HeldPolicy {
  const { retries, otherwise: _, words: __, ...base } = rowOf(reason).policy
  const own = Object.hasOwn(overrides, reason) ? overrides[reason] : undefined
  const plan = own?.plan ?? base.plan
  const backoff = own?.backoff ?? base.backoff
  if (plan === base.plan) {
    const limit = own?.retries ?? (base.bound === undefined ? retries : null)
    return { ...base, backoff, limit }
  }
  // Another plan has none of the old one's bounds, and at least one try, or there was no use in asking for it.
  const limit = own?.retries ?? Math.max(retries, 1)
  return { plan, backoff, gate: base.gate, limit }
}
