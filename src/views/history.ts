/** The list of runs. */
import * as v from 'valibot'
import { dialectNames, reasonsIn, type DialectName } from '../reasons/dialects/dialects.ts'
import { reasonOfWord } from '../reasons/dialects/gza.ts'
import { count, type Shape } from '../record/schema.ts'
import type { HistoryQuery, RunFilter } from '../record/sqlite/find-runs.ts'
import type { Store } from '../record/store.ts'
import { formats } from './formats.ts'
import { runRow, runRowSchema } from './run-row.ts'
import { described } from './view.ts'

export const historySchema = v.object({
  format: v.literal(formats.history),
  dialect: described(v.nullable(v.picklist(dialectNames)), 'the dialect of `word`, if one was asked for'),
  runs: described(v.array(runRowSchema), 'newest first'),
  next: described(v.nullable(count), 'the run before which the list continues; null at its end'),
  counts: described(
    v.nullable(v.object({ matching: count, all: count })),
    'how many runs match the filters, and how many there are; null if they were not counted',
  ),
})

export type History = Shape<typeof historySchema>

export type HistoryAsked = Omit<RunFilter, 'otherReasons'> & {
  readonly limit: number
  /** Only runs after this one in the list. */
  readonly before?: number
  readonly dialect?: DialectName | null
  /** Counting takes longer than listing. */
  readonly counts?: boolean
}

/** A null store means that nothing was ever recorded. */
export function readHistory(asked: HistoryAsked, store: Store | null): History {
  const { limit, before, dialect = null, counts = false, ...filter } = asked
  const words = { ...filter, ...otherReasonsOf(filter.reason, dialect) }
  // One extra run shows whether there are more.
  const query: HistoryQuery = { ...words, ...(before === undefined ? {} : { before }), limit: limit + 1 }
  const found = store?.history(query) ?? []
  const runs = found.slice(0, limit).map((run) => runRow(run, dialect))
  return {
    format: formats.history,
    dialect,
    runs,
    next: found.length > limit ? (runs.at(-1)?.run ?? null) : null,
    counts: counts ? { matching: store?.countRuns(words) ?? 0, all: store?.countRuns({}) ?? 0 } : null,
  }
}

/** A word of another program, or of the requested dialect, also matches our reasons. */
function otherReasonsOf(
  word: string | undefined,
  dialect: DialectName | null,
): Pick<RunFilter, 'otherReasons'> {
  if (word === undefined) return {}
  const ours = reasonOfWord(word)
  const inDialect = dialect === null ? [] : reasonsIn(dialect, word)
  const all = new Set([...(ours === null ? [] : [ours]), ...inDialect])
  return { otherReasons: [...all].filter((one) => one !== word) }
}
