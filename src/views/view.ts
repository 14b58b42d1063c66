/**
 * A view answers one question about the record. Each answer is one schema: its type, the JSON Schema in docs/schemas and
 * the tables in docs/cli-json.md come from it.
 *
 * V1 A view only reads. A command that must adopt runs or settle cards does so before it asks. V2 A view prints nothing,
 * parses no arguments and starts nothing. V3 Every interface gives an answer as the view made it.
 */
import * as v from 'valibot'
import type { Store } from '../record/store.ts'
import type { PolicyOverrides } from '../recovery/policy.ts'
import type { QueueContext } from '../scheduling/locks.ts'

/** What a view reads. */
export type ViewContext = QueueContext & {
  /** What the project says about plans and reasons. */
  readonly overrides: PolicyOverrides
}

/** A project in which maybe nothing was ever recorded. */
export type MaybeRecorded = Omit<ViewContext, 'store'> & { readonly store: Store | null }

export const isRecorded = <Context extends { readonly store: Store | null }>(
  context: Context,
): context is Context & { readonly store: Store } => context.store !== null

/** A schema with what it means, for the documentation. */
export const told = <S extends v.GenericSchema>(
  schema: S,
  words: string,
): v.SchemaWithPipe<readonly [S, v.DescriptionAction<v.InferOutput<S>, string>]> =>
  v.pipe(schema, v.description(words))
