/**
 * The next step that Mayday recommends after a run, by the policy that its project had when the run started.
 */
import { isNothingNew, type TestComparison } from '../diagnosis/compare-tests.ts'
import type { Diagnosis } from '../diagnosis/diagnosis.ts'
import type { Advice } from '../diagnosis/explain.ts'
import { customRow, type CustomReason } from '../reasons/custom-reason.ts'
import type { Reason } from '../reasons/reason.ts'
import type { Policy } from '../reasons/reason-row.ts'
import { reasons } from '../reasons/table.ts'
import { adviceUnder, parsePolicies } from '../recovery/advice.ts'
import { retriesLeft } from '../recovery/attempts-left.ts'
import { usedUp, type Spent } from '../recovery/budgets.ts'
import { isCounted, policyFor, type PolicyOverrides } from '../recovery/policy.ts'
import { claimableIn, type RunSpec } from './run-spec.ts'

type Policies = Pick<RunSpec, 'policies'>

/** The task of a run, and what this run used of its budget. */
type Known = Pick<RunSpec, 'policies' | 'customReasons' | 'ownReasons' | 'past' | 'kept'> & {
  readonly used: Omit<Spent, 'attempts'>
  readonly compared?: TestComparison
}

/**
 * `plan` is the default advice. If an agent goes in circles, a person decides, even if the policy says
 * otherwise.
 */
export function adviseRun(
  plan: Advice | null,
  { custom, reason, circular }: Diagnosis,
  known: Known,
): Advice | null {
  if (plan === null || reason === null || circular) return plan
  if (known.compared !== undefined && isNothingNew(known.compared)) return askPerson(known.compared.words)
  const overrides = overridesIn(known, custom)
  const asked =
    custom === undefined
      ? { reason, defaultPlan: reasons[reason].policy.plan, advice: plan }
      : { reason: custom.name, defaultPlan: custom.plan, advice: adviceIn(customRow(custom).policy) }
  return withinLeft(adviceUnder(overrides, asked), asked.reason, known, overrides)
}

function overridesIn(known: Known, custom: CustomReason | undefined): PolicyOverrides {
  const { policies = [] } = known
  const overrides = parsePolicies(policies)
  const rows = [...claimableIn(known), ...(custom === undefined ? [] : [custom])]
  const withRows = rows.map((one) => [one.name, { ...overrides[one.name], row: customRow(one) }] as const)
  return { ...overrides, ...Object.fromEntries(withRows) }
}

/** If the task may not run again, a person decides, even if the policy for this failure says otherwise. */
function withinLeft(
  advice: Advice,
  reason: string,
  { past, kept, used }: Known,
  overrides: PolicyOverrides,
): Advice {
  if (past === undefined || advice.kind === 'escalate' || advice.kind === 'stop') return advice
  const spent = { ...used, attempts: isCounted(reason, overrides) ? 1 : 0 }
  if (usedUp(past.budget, spent) !== null) return askPerson('the budget of the task is used up')
  // Another agent may take over.
  if (kept !== undefined && kept.fallback.length > 0) return advice
  const failures = [...past.failures, reason]
  const times = failures.filter((one) => one === reason).length
  const tried = failures.filter((one) => policyFor(one, overrides).plan !== 'wait').length
  const left = retriesLeft({ reason, times, tried, isPaced: past.isPaced }, overrides)
  return left > 0 ? advice : askPerson(`it failed ${times === 1 ? 'once' : `${times} times`} for this reason`)
}

const askPerson = (why: string): Advice => ({
  kind: 'escalate',
  words: `ask a person: ${why}`,
  retries: 0,
  backoff: false,
})

/** The advice if Mayday itself gave the verdict. */
export function adviseFor(reason: Reason, { policies = [] }: Policies): Advice {
  const { policy } = reasons[reason]
  return adviceUnder(parsePolicies(policies), { reason, defaultPlan: policy.plan, advice: adviceIn(policy) })
}

const adviceIn = ({ plan, words, retries, backoff }: Policy): Advice => ({
  kind: plan,
  words,
  retries,
  backoff,
})
