/** Why a task does not run: `whyWaiting` of the scheduler, and the escalation that holds it. */
import * as v from 'valibot'
import { planKinds } from '../reasons/reason.ts'
import { count, moment, type Shape } from '../record/schema.ts'
import type { TaskHead } from '../record/sqlite/task-heads.ts'
import type { EscalationRecord } from '../record/task-story.ts'
import { pendingAfter, waitKinds, whyWaiting, type Holding } from '../scheduling/why-waiting.ts'
import { described } from './view.ts'

export const taskWaitSchema = v.object({
  kind: described(
    v.picklist([...waitKinds, 'person']),
    '`gate`: closed for all tasks that depend on it; `lock`: another task holds what it needs; `turn`: it is next in the queue; `pause`: until its time; `room`: deferred; `person`: escalated',
  ),
  why: described(v.string(), 'completes the phrase "waits …": `for the usage limit`'),
  until: described(v.nullable(moment), 'when it continues; null if that is not known'),
  gate: described(v.nullable(v.string()), 'the key of the gate'),
  plan: described(v.nullable(v.picklist(planKinds)), 'what will be done then'),
  escalation: described(v.nullable(count), 'the number of the open escalation'),
})

export type TaskWait = Shape<typeof taskWaitSchema>

/** The data for all tasks, read once. */
export type WaitFacts = Holding & { readonly escalations: readonly EscalationRecord[] }

/** Null if the task runs or is over. */
export function waitOf({ task, last, planned }: TaskHead, facts: WaitFacts): TaskWait | null {
  if (task.status === 'escalated') return forPerson(task.task, facts)
  const waiting = whyWaiting(task, pendingAfter(last, planned), facts)
  return waiting === null ? null : { ...waiting, plan: planned?.kind ?? null, escalation: null }
}

function forPerson(task: number, { escalations }: WaitFacts): TaskWait {
  const raised = escalations.find((one) => one.task === task)
  return {
    kind: 'person',
    why: raised?.cause ?? 'for a person',
    until: null,
    gate: null,
    plan: null,
    escalation: raised?.number ?? null,
  }
}
