/** What is said to come next after a run, by the policy that its project had when it started. */
import type { Diagnosis } from '../diagnosis/diagnosis.ts'
import type { Advice } from '../diagnosis/explain.ts'
import { ownRow } from '../reasons/own-reason.ts'
import type { Policy, Reason } from '../reasons/reason.ts'
import { reasons } from '../reasons/table.ts'
import { adviceUnder, parsePolicies } from '../recovery/advice.ts'
import type { RunSpec } from './run-spec.ts'

type Policies = Pick<RunSpec, 'policies'>

/** `plan` is the default advice. An agent that goes in circles is a person's business, whatever the policy says. */
export function adviseRun(
  plan: Advice | null,
  { own, reason, circular }: Diagnosis,
  { policies = [] }: Policies,
): Advice | null {
  if (plan === null || reason === null || circular) return plan
  const overrides = parsePolicies(policies)
  if (own === undefined)
    return adviceUnder(overrides, { reason, usual: reasons[reason].policy.plan, advice: plan })
  const row = ownRow(own)
  const withRow = { ...overrides, [own.name]: { ...overrides[own.name], row } }
  return adviceUnder(withRow, { reason: own.name, usual: row.policy.plan, advice: adviceIn(row.policy) })
}

/** Where Mayday itself gave the verdict. */
export function adviseFor(reason: Reason, { policies = [] }: Policies): Advice {
  const { policy } = reasons[reason]
  return adviceUnder(parsePolicies(policies), { reason, usual: policy.plan, advice: adviceIn(policy) })
}

const adviceIn = ({ plan, words, retries, backoff }: Policy): Advice => ({
  kind: plan,
  words,
  retries,
  backoff,
})
