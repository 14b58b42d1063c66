/**
 * Decides what to do after a run has ended. Pure: it starts nothing and knows only its situation.
 *
 * - P1 Success, a cancel and a repeated approach are checked before every policy.
 * - P2 No run is started if the budget of the task is used up.
 * - P3 (I5) Only `again` makes plans that start a run. It refuses to repeat an identical run for a reason that is not
 *   transient.
 * - P4 If a plan is not possible, or its retries are used up, a person is asked.
 */
import { shows } from '../reasons/table.ts'
import { differenceOf } from '../reasons/classes.ts'
import type { PlanKind } from '../reasons/reason.ts'
import { failureOf, statusThatCounts, type RunRecord } from '../record/run.ts'
import { countOf } from '../signals/count-of.ts'
import { ask, askAbout, ended, NOTHING, type Failure } from './ask-person.ts'
import type { Plan } from './decided-plan.ts'
import { isNothingNew } from '../diagnosis/compare-tests.ts'
import { backoffMs, longestPauseMs, pauseMs } from './backoff.ts'
import { usedUp } from './budgets.ts'
import { describeRepetition } from './describe-repetition.ts'
import { describeDifferences, learned, type Difference } from './difference.ts'
import { callsForAnother, REST_MS } from './fallback.ts'
import { agentNameOf, gateFor, restKey } from './gates.ts'
import { isCounted, isTransient, meaningOf, policyFor, rowOf } from './policy.ts'
import { isPast, untilReset } from './reset.ts'
import { changedNothing, inARow, timesFailed, timesTried, type Situation } from './situation.ts'

export type { Plan } from './decided-plan.ts'
export type { Situation } from './situation.ts'

/** The other fields of a plan that a person makes. */
export const byHand: Omit<Plan, 'kind' | 'why'> = NOTHING

/** The next step of a task whose last run has ended. */
export function planNext(situation: Situation): Plan {
  const run = situation.runs.at(-1)
  if (run === undefined) return { ...NOTHING, kind: 'none', why: 'The task has not run yet.' }
  const status = statusThatCounts(run)
  if (status === 'succeeded') return { ...NOTHING, kind: 'none', why: 'The run succeeded.' }
  if (status === 'canceled') return { ...NOTHING, kind: 'stop', why: 'The run was canceled by a person.' }
  const reason = failureOf(run)
  if (reason === null) return { ...NOTHING, kind: 'none', why: `Run ${run.run} has not ended.` }
  return planFor(failureIn(situation, run, reason))
}

function failureIn(situation: Situation, run: RunRecord, reason: string): Failure {
  const policy = policyFor(reason, situation.overrides)
  const key = gateFor(reason, agentNameOf(situation.task), situation.account)
  return { situation, run, reason, policy, times: timesFailed(situation, reason), gateKey: key }
}

function planFor(failure: Failure): Plan {
  const { situation, run, reason, policy } = failure
  const { task, spent, circular, evidenceIsTransient, overrides } = situation
  const known = policy.plan === 'stop' ? null : knownBefore(failure)
  if (known !== null)
    return askAbout(failure, 'NO_NEW_FAILURE', known, [`mayday correct ${run.run} --reason none`])
  // External and transient causes look the same each time. They do not show that the agent repeats itself.
  const circles =
    circular && isCounted(reason, overrides) && !isTransient(reason, evidenceIsTransient, overrides)
  if (circles || shows(reason, 'circle')) {
    return askAbout(failure, 'CIRCULAR_FIX', `${describeRepetition(run)} Skip the task.`)
  }
  const other = usedUp(task.budget, spent) === null ? otherAgentFor(failure) : null
  if (other !== null) return turnTo(failure, other)
  if (policy.plan === 'stop') return { ...ended(failure), kind: 'stop', why: meaning(failure) }
  const used = usedUp(task.budget, spent)
  if (used === null && isSessionLost(failure)) return startFresh(failure)
  if (policy.plan === 'escalate') return ask(failure, meaning(failure))
  if (used !== null) return outOfBudget(failure, used)
  if (policy.limit !== null && failure.times > policy.limit) return ask(failure, triedEnough(failure))
  return act(failure, policy.plan)
}

/** If every failing test failed before the agent started or is flaky, the agent cannot fix it. */
function knownBefore({ reason, run: { diagnosis, correction } }: Failure): string | null {
  const compared = diagnosis?.compared
  const isAbout = shows(reason, 'tests') && correction === null && compared !== undefined
  if (!isAbout || !isNothingNew(compared)) return null
  return `Verify failed with ${compared.words}. Another attempt would not change that.`
}

function otherAgentFor({ reason, policy: { limit }, times, situation }: Failure): string | null {
  const isTriedEnough = limit !== null && times > limit
  return callsForAnother(reason, isTriedEnough) ? (situation.otherAgent ?? null) : null
}

/**
 * Another agent continues at once. The failed agent waits behind its gate. If only a person can help, an escalation is
 * raised.
 */
function turnTo(failure: Failure, other: string): Plan {
  const { situation, reason, policy, gateKey } = failure
  const { task, account, now, random, resetAt } = situation
  const asked = policy.plan === 'escalate' && gateKey !== null ? ask(failure, meaning(failure)) : null
  const reset = untilReset(resetAt, now, random)
  return {
    ...ended(failure),
    kind: 'retry',
    why: `${reason}: ${meaning(failure)} ${other} takes over.`,
    differs: `another agent (${other}) in a new session`,
    until: asked === null ? (reset ?? instantIn(now, REST_MS)) : null,
    source: reset === null ? 'a pause while another agent takes over' : 'the provider',
    gateKey: gateKey ?? restKey(agentNameOf(task), account),
    escalation: asked?.escalation ?? null,
  }
}

/** Carries out the plan of the policy. */
function act(failure: Failure, plan: Exclude<PlanKind, 'stop' | 'escalate'>): Plan {
  switch (plan) {
    case 'retry':
      return retry(failure, [])
    case 'resume':
      return resume(failure)
    case 'continue':
      return continueWork(failure)
    case 'rollback':
      return rollBack(failure)
    case 'wait':
      return wait(failure)
  }
}

function retry(failure: Failure, more: readonly Difference[]): Plan {
  const { reason, situation } = failure
  // A setup that reached its time limit would reach the same limit again.
  const next = differenceOf(rowOf(reason, situation.overrides))
  if (next === 'larger-limit' && !situation.evidenceIsTransient) {
    const setupMs = 2 * (situation.task.limits.setupMs ?? DEFAULT_SETUP_MS)
    return again(failure, { kind: 'retry', differs: ['larger-limit'], limits: { setupMs } })
  }
  return again(failure, { kind: 'retry', differs: [...more, ...learned(reason, situation.overrides)] })
}

const DEFAULT_SETUP_MS = 10 * 60_000

function resume(failure: Failure): Plan {
  const session = failure.situation.resume
  if (session === null || !session.canResume || session.isPoisoned) return retry(failure, ['hand-off'])
  return again(failure, { kind: 'resume', differs: ['resumed-session'], sessionId: session.sessionId })
}

/** The agent ended before its first turn, and only the session was new in its command. */
const isSessionLost = ({ situation, run, reason }: Failure): boolean =>
  shows(reason, 'nothing') && situation.wasResumed === true && run.ending?.kind !== 'never-started'

const startFresh = (failure: Failure): Plan =>
  again(failure, {
    kind: 'retry',
    differs: ['hand-off', 'new-session'],
    why: `${failure.reason}: The agent could not resume its session.`,
  })

function continueWork(failure: Failure): Plan {
  const { situation, reason, policy } = failure
  const lastTwo = inARow(situation, reason).slice(-2)
  if (policy.bound === 'progress' && lastTwo.length === 2 && lastTwo.every(changedNothing)) {
    return ask(failure, `${meaning(failure)} Twice in a row nothing was changed.`)
  }
  return again(failure, { kind: 'continue', differs: ['hand-off', ...learned(reason, situation.overrides)] })
}

function rollBack(failure: Failure): Plan {
  const { reason, situation } = failure
  const { good } = situation
  if (good === null) return ask(failure, `${meaning(failure)} No good state is known for a rollback.`)
  if ('reason' in good) return ask(failure, `${meaning(failure)} A rollback is not safe: ${good.reason}.`)
  const differs: readonly Difference[] = ['rolled-back', ...learned(reason, situation.overrides)]
  return again(failure, { kind: 'rollback', differs, rollbackTo: good.commit })
}

function wait(failure: Failure): Plan {
  const { situation, reason, policy } = failure
  const { now, random, resetAt, pauses } = situation
  const row = inARow(situation, reason)
  const { escalateAfterMs } = policy
  if (escalateAfterMs !== undefined && lastedMs(row, now) >= escalateAfterMs) return keepProbing(failure)
  const reset = untilReset(resetAt, now, random)
  if (reset !== null) return waitUntil(failure, reset, 'the provider')
  if (policy.bound === 'reset') {
    // The reset has just passed. The next run may work, but the retries are limited.
    const pause = isPast(resetAt, now) ? backoffMs(row.length, random, pauses) : null
    if (pause === null) return ask(failure, `${meaning(failure)} No reset time is known.`)
    return waitUntil(failure, instantIn(now, pause), 'a pause: the reset time has passed')
  }
  return waitUntil(failure, instantIn(now, pauseMs(row.length, random, pauses)), 'a growing pause')
}

const waitUntil = (failure: Failure, until: string, source: string): Plan =>
  again(failure, { kind: 'wait', differs: [], until, source })

/** A person is asked. Other tasks that wait for the same thing still probe it. */
const keepProbing = (failure: Failure): Plan => ({
  ...ask(failure, `${meaning(failure)} It has lasted too long.`),
  until: instantIn(failure.situation.now, longestPauseMs(failure.situation.pauses)),
  source: 'a growing pause',
})

/** How long this has lasted: since the first of these runs ended, or since one of them made progress. */
function lastedMs(row: readonly RunRecord[], now: Date): number {
  const first =
    row[
      Math.max(
        0,
        row.findLastIndex((run) => !changedNothing(run)),
      )
    ]
  return first === undefined ? 0 : now.getTime() - Date.parse(first.endedAt ?? first.startedAt)
}

/** The fields that differ between plans that start a run. */
type Act = Pick<Plan, 'kind'> &
  Partial<Pick<Plan, 'why' | 'until' | 'source' | 'sessionId' | 'rollbackTo' | 'limits'>> & {
    readonly differs: readonly Difference[]
  }

const meaning = ({ reason, situation }: Failure): string => meaningOf(reason, situation.overrides)

/** P3. */
function again(failure: Failure, { differs, ...act }: Act): Plan {
  const { situation, reason, gateKey } = failure
  const { now, evidenceIsTransient, overrides } = situation
  if (differs.length === 0 && !isTransient(reason, evidenceIsTransient, overrides)) {
    return ask(failure, `${meaning(failure)} Another run would be the same, so it was refused.`)
  }
  const until = act.until ?? null
  const pause = until === null ? pauseBefore(failure) : 0
  if (pause === null) return ask(failure, triedEnough(failure))
  return {
    ...ended(failure),
    why: whyAgain(failure),
    ...act,
    differs: describeDifferences(differs, situation),
    afterMs: until === null ? pause : Math.max(0, Date.parse(until) - now.getTime()),
    gateKey: until === null ? null : gateKey,
  }
}

/** Null if the retries are used up. */
function pauseBefore({ situation, policy, times }: Failure): number | null {
  const { random, pauses } = situation
  if (situation.isPaced === true) return backoffMs(timesTried(situation), random, pauses)
  return policy.backoff ? backoffMs(times, random, pauses) : 0
}

function whyAgain(failure: Failure): string {
  const { reason, policy, times } = failure
  const { limit } = policy
  const count = limit === null ? `time ${times}` : `${times} of ${limit}`
  return `${reason} (${count}): ${meaning(failure)}`
}

const triedEnough = (failure: Failure): string =>
  `${meaning(failure)} ${failure.times === 1 ? 'It is not tried again.' : `It happened ${failure.times} times.`}`

const BUDGET_WORDS = {
  attempts: 'all its attempts',
  wallMs: 'all its running time',
  tokens: 'all its tokens',
  costUsd: 'all its money',
} as const

function outOfBudget(failure: Failure, used: keyof typeof BUDGET_WORDS): Plan {
  const { situation, policy } = failure
  const { attempts, wallMs } = situation.spent
  const spent = `${countOf(attempts, 'attempt')}, ${Math.round(wallMs / 60_000)} min`
  const cause = `The task used up ${BUDGET_WORDS[used]} (${spent}). Last: ${meaning(failure)}`
  const asked = askAbout(failure, 'BUDGET', cause)
  if (policy.plan !== 'wait' || failure.gateKey === null) return asked
  // This task is out of budget, but other tasks must wait too. A cause that only a person can end takes
  // precedence.
  const waiting = wait(failure)
  if (waiting.kind === 'escalate') return waiting
  return { ...asked, gateKey: waiting.gateKey, until: waiting.until, source: waiting.source }
}

const instantIn = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()
