import { UnknownWordError } from '../errors.ts'
import { reasonOfWord } from '../reasons/dialects/gza.ts'
import { isReason, reasonNames } from '../reasons/reason.ts'
import { redact } from '../secrets/secrets.ts'
import type { Correction } from './run.ts'
import type { Store } from './store.ts'

/** A person's correction of a run. */
export type Said = { readonly word: string; readonly note: string | null; readonly at: Date }

/**
 * The reason is one of ours, one that is in use here (an import's word), a custom reason, or `none`. A word of
 * another program that means one of ours becomes that one.
 */
export function parseCorrection(
  { word, note, at }: Said,
  { store, custom }: { readonly store: Store; readonly custom: readonly string[] },
): Correction {
  const typed = word.toUpperCase()
  const name = custom.includes(typed) ? typed : (reasonOfWord(typed) ?? typed)
  const isKnown =
    isReason(name) || custom.includes(name) || store.history({ reason: name, limit: 1 }).length > 0
  if (name !== 'NONE' && !isKnown)
    throw new UnknownWordError('reason', word, [...reasonNames, ...custom, 'none'])
  return {
    reason: name === 'NONE' ? null : name,
    note: note === null ? null : redact(note),
    at: at.toISOString(),
  }
}
