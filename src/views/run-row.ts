/** A run as every answer contains it: its record, and the reason that counts after a correction. */
import * as v from 'valibot'
import { dialects, type DialectName } from '../reasons/dialects/dialects.ts'
import { reasonOfWord } from '../reasons/dialects/gza.ts'
import { isReason, isUnknown } from '../reasons/reason.ts'
import { customIn } from '../record/run-result.ts'
import { runStatuses } from '../record/run-states.ts'
import {
  failureOf,
  reasonThatCounts,
  runRecordSchema,
  statusThatCounts,
  type RunRecord,
} from '../record/run.ts'
import type { Shape } from '../record/schema.ts'
import { described } from './view.ts'

const { status, actions, reason, correction, command, origin } = runRecordSchema.entries

export const runRowSchema = v.object({
  ...runRecordSchema.entries,
  status: described(status, 'as it was recorded'),
  actions: described(actions, 'what a person can do with it now'),
  reason: described(reason, "the classifier's word"),
  correction: described(correction, "a person's word; the reason null means that it was not a failure"),
  command: described(command, 'as a person would type it, secrets masked'),
  origin: described(origin, '`mayday`, or the program that it was imported from'),
  statusThatCounts: described(v.picklist(runStatuses), 'the status after a correction'),
  reasonThatCounts: described(v.nullable(v.string()), 'the reason after a correction'),
  word: described(
    v.exactOptional(v.nullable(v.string())),
    'with a dialect: its word for the reason; null if it has none',
  ),
})

export type RunRow = Shape<typeof runRowSchema>

export const runRow = (run: RunRecord, dialect: DialectName | null = null): RunRow => ({
  ...run,
  statusThatCounts: statusThatCounts(run),
  reasonThatCounts: reasonThatCounts(run),
  ...(dialect === null ? {} : { word: reasonWord(run, dialect) }),
})

/** The word for the reason that counts; null if there is none or it is not known. */
export function reasonWord(run: RunRecord, dialect: DialectName | null): string | null {
  const failure = failureOf(run)
  if (failure === null) return null
  const word = dialect === null ? failure : inDialect(failure, dialect, run)
  return isUnknown(word) ? null : word
}

/** A word that cannot be translated stays unchanged, and so does the word of an import. */
function inDialect(
  word: string,
  dialect: DialectName,
  run: Pick<RunRecord, 'ending' | 'origin' | 'diagnosis'>,
): string {
  const imported = run.diagnosis?.rule === `import.${dialect}` ? run.diagnosis : null
  if (imported?.reason === word) return imported.evidence[0]?.excerpt ?? word
  const custom = customIn(run.diagnosis)
  const ours = custom?.name === word ? custom.like : reasonOfWord(word)
  if (ours === null || (dialect === run.origin && !isReason(word))) return word
  return dialects[dialect](ours, run.ending ?? undefined)
}
