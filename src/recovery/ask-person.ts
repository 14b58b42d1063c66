import type { RunRecord } from '../record/run.ts'
import { actionsFor, type About } from './actions.ts'
import type { Plan } from './decided-plan.ts'
import { agentNameOf } from './gates.ts'
import { isCounted, type HeldPolicy } from './policy.ts'
import type { Situation } from './situation.ts'

/** A failed run with everything that its plan needs. */
export type Failure = {
  readonly situation: Situation
  readonly run: RunRecord
  readonly reason: string
  readonly policy: HeldPolicy
  /** How often the task has failed for this reason, this run included. */
  readonly times: number
  /** Set if other tasks depend on the same thing. */
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

/** Asks a person about this failure. With a gate, one question covers everything that depends on the same thing. */
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

/** `also`: more commands that help here. */
export function askAbout(failure: Failure, about: string, cause: string, also: readonly string[] = []): Plan {
  const key = `task:${failure.situation.task.task}:${about}`
  const [look, ...standard] = actionsFor({ ...aboutOf(failure), gateKey: null })
  const actions = [...(look === undefined ? [] : [look]), ...also, ...standard]
  return { ...ended(failure), kind: 'escalate', why: cause, escalation: { key, cause, actions } }
}

const aboutOf = ({ situation: { task, login }, reason, run, gateKey }: Failure): About => ({
  reason,
  agent: agentNameOf(task),
  login,
  task: task.task,
  run: run.run,
  gateKey,
})

export const ended = ({ reason, situation }: Failure): Omit<Plan, 'kind' | 'why'> => ({
  ...NOTHING,
  countsAsAttempt: isCounted(reason, situation.overrides),
})
