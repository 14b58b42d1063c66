/**
 * A view answers one question about the record. Each answer has one schema. Its type, the JSON Schema in docs/schemas
 * and the tables in docs/cli-json.md are derived from it.
 *
 * V1 A view only reads. A command that must adopt runs or settle cards does so before it calls the view. V2 A view
 * prints nothing, parses no arguments and starts nothing. V3 Every interface returns the answer of the view
 * unchanged.
 */
import type { Store } from '../record/store.ts'
import type { PolicyOverrides } from '../recovery/policy.ts'
import type { QueueContext } from '../scheduling/locks.ts'

/** The inputs of a view. */
export type ViewContext = QueueContext & {
  /** The project's config of plans and reasons. */
  readonly overrides: PolicyOverrides
}

/** A project that may have no records yet. */
export type MaybeRecorded = Omit<ViewContext, 'store'> & { readonly store: Store | null }

export const isRecorded = <Context extends { readonly store: Store | null }>(
  context: Context,
): context is Context & { readonly store: Store } => context.store !== null

export { described } from '../record/schema.ts'
