import type { PlanKind } from '../reasons/reason.ts'
import type { RunRecord } from '../record/run.ts'
import type { TaskLimits } from '../record/task.ts'
import { actionsFor, type About } from './actions.ts'
import type { Cause } from './escalation.ts'
import { agentNameOf } from './gates.ts'
import { isCounted, type HeldPolicy } from './policy.ts'
import type { Situation } from './situation.ts'

/** `none`: nothing is left to do, or the run has not ended. */
export type Plan = {
  readonly kind: PlanKind | 'none'
  /** One sentence. */
  readonly why: string
  /** What will not be as it was; empty where nothing is started. */
  readonly differs: string
  /** The pause before it begins. */
  readonly afterMs: number
  /** The instant that is waited for; with a gate, its new instant. */
  readonly until: string | null
  /** The gate to close. Without `until` only a person opens it. */
  readonly gateKey: string | null
  /** Where the instant comes from. */
  readonly source: string | null
  readonly sessionId: string | null
  readonly rollbackTo: string | null
  /** Limits of the next run that differ from the task's. */
  readonly limits: TaskLimits
  /** Does the run that just ended count against the budget? */
  readonly countsAsAttempt: boolean
  readonly escalation: Cause | null
}

/** A failed run with all that its plan needs. */
export type Failure = {
  readonly situation: Situation
  readonly run: RunRecord
  readonly reason: string
  readonly policy: HeldPolicy
  /** How often the task has failed for it, this run included. */
  readonly times: number
  /** Set where others depend on the same thing. */
  readonly gateKey: string | null
}

export const NOTHING: Omit<Plan, 'kind' | 'why'> = {
  differs: '',
  afterMs: 0,
  until: null,
  gateKey: null,
  source: null,
  sessionId: null,
  rollbackTo: null,
  limits: {},
  countsAsAttempt: false,
  escalation: null,
}

/** Asks a person about this very failure; with a gate, once for all that depend on the same thing. */
export function ask(failure: Failure, cause: string): Plan {
  const { reason, gateKey } = failure
  if (gateKey === null) return askAbout(failure, reason, cause)
  const actions = actionsFor(aboutOf(failure))
  const others = gateKey.startsWith('machine:') ? 'on this machine' : 'on this account'
  const about = `${cause} Everything ${others} waits.`
  return {
    ...ended(failure),
    kind: 'escalate',
    why: cause,
    gateKey,
    escalation: { key: gateKey, cause: about, actions },
  }
}

/** `also` are commands that help here in addition to the standard ones. */
export function askAbout(failure: Failure, about: string, cause: string, also: readonly string[] = []): Plan {
  const key = `task:${failure.situation.task.task}:${about}`
  const [look, ...standard] = actionsFor({ ...aboutOf(failure), gateKey: null })
  const actions = [...(look === undefined ? [] : [look]), ...also, ...standard]
  return { ...ended(failure), kind: 'escalate', why: cause, escalation: { key, cause, actions } }
}

const aboutOf = ({ situation: { task }, reason, run, gateKey }: Failure): About => ({
  reason,
  agent: agentNameOf(task),
  task: task.task,
  run: run.run,
  gateKey,
})

export const ended = ({ reason, situation }: Failure): Omit<Plan, 'kind' | 'why'> => ({
  ...NOTHING,
  countsAsAttempt: isCounted(reason, situation.overrides),
})
