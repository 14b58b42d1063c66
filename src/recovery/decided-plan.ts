/** The next step after a run, as it is decided and as the store keeps it. */
import * as v from 'valibot'
import { planKinds } from '../reasons/reason.ts'
import { moment, names, size, type Shape } from '../record/schema.ts'
import { limitsSchema } from '../record/task.ts'

/** Why a person is needed, and the commands to type, the best one first. */
const causeSchema = v.object({ key: v.string(), cause: v.string(), actions: names })

export type Cause = Shape<typeof causeSchema>

export const decidedPlanSchema = v.object({
  /** `none`: nothing is left to do, or the run has not ended. */
  kind: v.picklist([...planKinds, 'none']),
  /** One sentence. */
  why: v.string(),
  /** What will be different in the next run. Empty if no run is started. */
  differs: v.string(),
  /** The pause before the next run. */
  afterMs: size,
  /** The time to wait for. With a gate: its new time. */
  until: v.nullable(moment),
  /** The gate to close. If `until` is null, only a person opens it. */
  gateKey: v.nullable(v.string()),
  /** The origin of that time. */
  source: v.nullable(v.string()),
  sessionId: v.nullable(v.string()),
  rollbackTo: v.nullable(v.string()),
  /** Limits of the next run that differ from those of the task. */
  limits: limitsSchema,
  /** True if the run that just ended counts against the budget. */
  countsAsAttempt: v.boolean(),
  escalation: v.nullable(causeSchema),
})

export type Plan = Shape<typeof decidedPlanSchema>
