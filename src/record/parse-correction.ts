import { UnknownWordError } from '../errors.ts'
import { reasonOfWord } from '../reasons/dialects/gza.ts'
import { isReason, reasonNames } from '../reasons/reason.ts'
import { redact } from '../secrets/secrets.ts'
import type { Correction } from './run.ts'
import type { Store } from './store.ts'

/** A person's correction of a run. */
export type Said = { readonly word: string; readonly note: string | null; readonly at: Date }

/**
 * The reason is one of the table, a word that is in use here (from an import), a custom reason, or `none`. A word of
 * another program is mapped to the reason with the same meaning.
 */
export function parseCorrection(
  { word, note, at }: Said,
  { store, own }: { readonly store: Store; readonly own: readonly string[] },
): Correction {
  const typed = word.toUpperCase()
  const name = own.includes(typed) ? typed : (reasonOfWord(typed) ?? typed)
  const isKnown = isReason(name) || own.includes(name) || store.history({ reason: name, limit: 1 }).length > 0
  if (name !== 'NONE' && !isKnown)
    throw new UnknownWordError('reason', word, [...reasonNames, ...own, 'none'])
  return {
    reason: name === 'NONE' ? null : name,
    note: note === null ? null : redact(note),
    at: at.toISOString(),
  }
}
