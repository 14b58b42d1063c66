/** Applies the policy of a project to the default advice for a reason. */
import type { Advice } from '../diagnosis/explain.ts'
import { planKinds, type PlanKind } from '../reasons/reason.ts'
import { policyFor, type HeldPolicy, type PolicyChange, type PolicyOverrides } from './policy.ts'

/** Carries the policy, separated by commas. So a run keeps the policy of its project, and its adopter knows it too. */
export const POLICY_VARIABLE = 'MAYDAY_POLICY'

export const policyWord = (reason: string, { plan, retries, backoff }: PolicyChange): string =>
  [reason, plan ?? '', retries ?? '', backoff ?? ''].join(':')

/** If a reason occurs several times, the last one counts. Words that cannot be parsed are ignored. */
export const parsePolicies = (words: readonly string[]): PolicyOverrides =>
  Object.fromEntries(words.map(parsePolicy).filter((policy) => policy !== null))

function parsePolicy(word: string): readonly [string, PolicyChange] | null {
  const [reason = '', planName = '', retries = '', backoff = '', ...more] = word.split(':')
  const plan = planKinds.find((kind) => kind === planName)
  const isRead =
    /^[A-Z][A-Z0-9_]*$/.test(reason) &&
    (planName === '' || plan !== undefined) &&
    /^\d{0,6}$/.test(retries) &&
    /^(?:true|false)?$/.test(backoff) &&
    more.length === 0
  if (!isRead) return null
  const change = {
    ...(plan === undefined ? {} : { plan }),
    ...(retries === '' ? {} : { retries: Number(retries) }),
    ...(backoff === '' ? {} : { backoff: backoff === 'true' }),
  }
  return [reason, change]
}

/**
 * The advice under the policy of the project. An exception from the default plan stays, unless the project names
 * another plan.
 */
export function adviceUnder(
  overrides: PolicyOverrides,
  {
    reason,
    defaultPlan,
    advice,
  }: { readonly reason: string; readonly defaultPlan: PlanKind; readonly advice: Advice },
): Advice {
  const change = Object.hasOwn(overrides, reason) ? overrides[reason] : undefined
  const isSilent =
    change?.plan === undefined && change?.retries === undefined && change?.backoff === undefined
  if (isSilent || (change.plan === undefined && advice.kind !== defaultPlan)) return advice
  const held = policyFor(reason, overrides)
  const isTried = held.limit === null || held.limit > 0
  const kind = isTried ? held.plan : held.plan === 'stop' ? 'stop' : 'escalate'
  return {
    ...advice,
    kind,
    words: policyWords(kind, held),
    retries: kind === 'escalate' || kind === 'stop' ? 0 : (held.limit ?? advice.retries),
    backoff: held.backoff,
  }
}

const ACTS: Readonly<Record<PlanKind, string>> = {
  retry: 'try again',
  resume: 'resume its session, else start again',
  continue: 'keep the progress and continue in a new session',
  rollback: 'go back to the last good state and try again',
  wait: 'wait and try again',
  escalate: 'ask a person',
  stop: 'stop',
}

function policyWords(kind: PlanKind, { limit, backoff }: HeldPolicy): string {
  if (kind === 'escalate' || kind === 'stop') return ACTS[kind]
  const pause = backoff ? ' after a growing pause' : ''
  const count = limit === null ? '' : limit === 1 ? ', once' : `, at most ${limit} times`
  return `${ACTS[kind]}${pause}${count}, then ask a person`
}
