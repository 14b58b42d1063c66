import * as v from 'valibot'
import { planKinds, reasonClasses, reasonNames } from './reason.ts'

/** A reason of the table, or a custom one. */
export const reasonWordSchema = v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]*$/))

export const customReasonSchema = v.object({
  name: reasonWordSchema,
  class: v.picklist(reasonClasses),
  plan: v.picklist(planKinds),
  /** Across stages it loses to this reason and wins over the next one. */
  after: v.picklist(reasonNames),
  /** The reason whose words the dialects use for it. */
  like: v.picklist(reasonNames),
  meaning: v.string(),
})
