/** The open escalations. */
import * as v from 'valibot'
import type { Shape } from '../record/schema.ts'
import type { Store } from '../record/store.ts'
import { escalationSchema, type EscalationRecord } from '../record/task-story.ts'
import { formats } from './formats.ts'
import { described } from './view.ts'

export const escalationsSchema = v.object({
  format: v.literal(formats.escalations),
  escalations: described(v.array(escalationSchema), 'oldest first; closed ones only with `--all`'),
})

export type Escalations = Shape<typeof escalationsSchema>

/** A null store means that nothing was ever recorded. */
export const readEscalations = (store: Store | null, { all }: { readonly all: boolean }): Escalations => ({
  format: formats.escalations,
  escalations: store === null ? [] : all ? store.escalations() : openEscalations(store),
})

export const openEscalations = (store: Store): readonly EscalationRecord[] =>
  store.escalations().filter(({ state }) => state !== 'closed')
