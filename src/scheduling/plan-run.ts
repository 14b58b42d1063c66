/** From a failed run to a recorded plan. */
import { agentProfiles } from '../agents/profiles.ts'
import { agentFactsOf } from '../agents/accounts.ts'
import { spentBy } from '../recovery/budgets.ts'
import { decidedPlanSchema } from '../recovery/decided-plan.ts'
import { asDoneBy, choicesOf } from '../recovery/fallback.ts'
import { agentNameOf } from '../recovery/gates.ts'
import { byHand, planNext, type Plan, type Situation } from '../recovery/plan.ts'
import { policyFor } from '../recovery/policy.ts'
import { sessionOf } from '../recovery/session.ts'
import { reasonThatCounts, type RunRecord } from '../record/run.ts'
import { fits } from '../record/schema.ts'
import type { Store } from '../record/store.ts'
import type { TaskRecord } from '../record/task.ts'
import type { PlanRecord } from '../record/task-story.ts'
import { profileFor } from '../supervision/prepare-agent.ts'
import { isTransientIn } from './facts-of.ts'
import { gateOf } from './hold-at-gates.ts'
import { knownGood } from './save-work.ts'
import { pausesIn, type TaskContext } from './task-context.ts'

/** A plan, its number in the store, and whether its preparation is done. */
export type RecordedPlan = {
  readonly number: number
  readonly plan: Plan
  /** When its run may start. */
  readonly startsAt: string
  readonly isDone: boolean
}

/** Returns the plan that follows this run. If there is none yet, it is decided and recorded now. */
export async function planFor(
  task: TaskRecord,
  runs: readonly RunRecord[],
  context: TaskContext,
): Promise<RecordedPlan> {
  const { store, tell, clock } = context
  const last = runs.at(-1)
  const plans = store.plansOf(task.task)
  const known = plans.findLast(({ run }) => run === last?.run)
  const kept = known === undefined ? null : planIn(known)
  if (known !== undefined && kept !== null) {
    const { number, startsAt, state } = known
    return { number, startsAt, plan: kept, isDone: state === 'done' }
  }
  for (const { number, state } of plans) if (state === 'planned') store.endPlan(number, 'done')
  const plan = await decide(task, runs, context)
  const now = clock.now()
  const startsAt = new Date(now.getTime() + plan.afterMs).toISOString()
  const number = store.addPlan({
    task: task.task,
    run: last?.run ?? 0,
    kind: plan.kind === 'none' ? 'stop' : plan.kind,
    why: plan.why,
    differs: plan.differs,
    at: now.toISOString(),
    startsAt,
    detail: { plan },
  })
  tell({ event: 'plan:made', task: task.task, plan })
  return { number, plan, startsAt, isDone: false }
}

/** Records the wish of a person to resume a session. It replaces the plan after that run. */
export function planToResume(run: RunRecord, sessionId: string, store: Store, now: Date): void {
  const last = store.runsOf(run.task).at(-1) ?? run
  for (const { number, state } of store.plansOf(run.task))
    if (state === 'planned') store.endPlan(number, 'dropped')
  const why = `A person resumed run ${run.run}.`
  const plan: Plan = { ...byHand, kind: 'resume', why, differs: 'it continues in its session', sessionId }
  const at = now.toISOString()
  store.addPlan({
    task: run.task,
    run: last.run,
    kind: 'resume',
    why,
    differs: plan.differs,
    at,
    startsAt: at,
    detail: { plan },
  })
}

/** Decides the next step now. Records nothing. */
export async function decide(
  asked: TaskRecord,
  runs: readonly RunRecord[],
  context: TaskContext,
): Promise<Plan> {
  const { store, clock, random } = context
  const task = asDoneBy(asked, runs.at(-1), context.commandOf)
  const canResume = profileFor(task.agent, task.argv, context.agents ?? agentProfiles)?.canResume === true
  const last = runs.at(-1)
  const situation: Situation = {
    task,
    runs,
    circular: last?.circular === true,
    resume: sessionOf(runs, { canResume, now: clock.now(), overrides: context.overrides }),
    wasResumed: wasResumed(last, store),
    good: wantsRollback(last, context) ? await knownGood(task, context) : null,
    evidenceIsTransient: last !== undefined && (await isTransientIn(last, context)),
    resetAt: last?.diagnosis?.resetAt ?? null,
    overrides: context.overrides,
    now: clock.now(),
    spent: spentBy(runs, task.sinceRun, context.overrides),
    ...agentFactsOf(task, context),
    random,
    isPaced: context.isPaced,
    ...pausesIn(context),
    otherAgent: otherAgentFor(asked, task, context),
  }
  return planNext(situation)
}

/** Did the last run resume an earlier session, as its plan asked? */
const wasResumed = (last: RunRecord | undefined, store: Store): boolean =>
  last !== undefined && store.plansOf(last.task).findLast(({ run }) => run < last.run)?.kind === 'resume'

/** The first agent that has not just failed and is not held at a gate. */
function otherAgentFor(asked: TaskRecord, task: TaskRecord, context: TaskContext): string | null {
  const failed = agentNameOf(task)
  const others = choicesOf(asked, context.commandOf).filter((choice) => agentNameOf(choice) !== failed)
  const free = others.find((choice) => gateOf(choice, context) === null)
  return free === undefined ? null : agentNameOf(free)
}

/** Finding a good state starts several git processes, so it is skipped unless the policy needs it. */
const wantsRollback = (last: RunRecord | undefined, { overrides }: TaskContext): boolean => {
  const reason = last === undefined ? null : reasonThatCounts(last)
  return reason !== null && policyFor(reason, overrides).plan === 'rollback'
}

/** Null if an older version wrote it in another shape. It is decided again then. */
const planIn = ({ detail: { plan } }: PlanRecord): Plan | null =>
  fits(decidedPlanSchema, plan) ? plan : null
