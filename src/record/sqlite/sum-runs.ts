import { endedStatusOf } from '../run-states.ts'
import type { DatabaseSync } from 'node:sqlite'
import { reasonOfWord } from '../../reasons/dialects/gza.ts'
import { isUnknown, orUnknown, type ReasonClass } from '../../reasons/reason.ts'
import { reasons } from '../../reasons/table.ts'
import { number, text, type Row } from './row.ts'
import { DAY_MS } from '../duration.ts'

/** Failures with the same word, most frequent first. */
export type Failures = { readonly failed: number; readonly costUsd: number; readonly durationMs: number }

export type Counts = {
  readonly runs: number
  readonly succeeded: number
  readonly failed: number
  readonly canceled: number
  readonly live: number
}

/** Statistics of runs. Status and reason are the effective ones. */
export type RunStats = Counts & {
  readonly sinceAt: string | null
  readonly costUsd: number
  readonly durationMs: number
  /** Failures without a known reason. */
  readonly unknown: number
  readonly corrected: number
  readonly byReason: readonly (Failures & { readonly reason: string; readonly class: ReasonClass })[]
  readonly byClass: readonly (Failures & { readonly class: ReasonClass })[]
  readonly byAgent: readonly (Counts & { readonly agent: string | null })[]
  /** Keyed by the Monday (UTC) on which the week starts, oldest first. */
  readonly byWeek: readonly (Counts & { readonly week: string })[]
}

/** The classes of custom reasons. */
export type CustomClasses = ReadonlyMap<string, ReasonClass>

/** The class of a free-text word: ours, or another vocabulary's in ours. */
function classOf(word: string, custom: CustomClasses): ReasonClass {
  const reason = reasonOfWord(word)
  return custom.get(word) ?? (reason === null ? 'unknown' : reasons[reason].class)
}

/** Runs with the same label and status. */
type Sum = {
  readonly label: string
  readonly status: string
  readonly runs: number
  readonly costMicros: number
  readonly durationMs: number
}

const sumOf = (row: Row, label: string): Sum => ({
  label: text(row, label),
  status: text(row, 'status'),
  runs: number(row, 'runs'),
  costMicros: number(row, 'cost_micros'),
  durationMs: number(row, 'duration_ms'),
})

const MONDAY = "date(day, '-6 days', 'weekday 1')"
const SUMS = 'sum(cost_micros) AS cost_micros, sum(duration_ms) AS duration_ms'

/** Whole days, from the stored sums. */
const kept = (db: DatabaseSync, kind: 'reason' | 'agent', label: string, fromDay: string): Sum[] =>
  db
    .prepare(
      `SELECT ${label} AS label, status, sum(runs) AS runs, ${SUMS}
       FROM rollups WHERE kind = ? AND day >= ? GROUP BY 1, 2`,
    )
    .all(kind, fromDay)
    .map((row) => sumOf(row, 'label'))

/** A part of a day, from its rows. */
const counted = (db: DatabaseSync, from: string, until: string): Row[] =>
  db
    .prepare(
      `SELECT agent, reason, ${MONDAY} AS week, status, count(*) AS runs, ${SUMS}
       FROM run_sums WHERE started_at >= ? AND started_at < ? GROUP BY 1, 2, 3, 4`,
    )
    .all(from, until)

const dayAfter = (instant: string): string =>
  new Date(Date.parse(`${instant.slice(0, 10)}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** Whole days come from the sums, the part of the first day from its rows. */
function readSums(
  db: DatabaseSync,
  since: string,
): Record<'byReason' | 'byAgent' | 'byWeek', readonly Sum[]> {
  const isPart = since.slice(10) > 'T00:00:00.000Z'
  const fromDay = isPart ? dayAfter(since) : since.slice(0, 10)
  const part = isPart ? counted(db, since, fromDay) : []
  const partBy = (label: string): Sum[] => part.map((row) => sumOf(row, label))
  return {
    byReason: [...kept(db, 'reason', 'label', fromDay), ...partBy('reason')],
    byAgent: [...kept(db, 'agent', 'label', fromDay), ...partBy('agent')],
    byWeek: [...kept(db, 'agent', MONDAY, fromDay), ...partBy('week')],
  }
}

const NOTHING: Counts = { runs: 0, succeeded: 0, failed: 0, canceled: 0, live: 0 }

function addTo(counts: Counts, { status, runs }: Sum): Counts {
  const name = endedStatusOf(status) ?? 'live'
  return { ...counts, runs: counts.runs + runs, [name]: counts[name] + runs }
}

/** One entry per label, with the runs of all its statuses. */
function countsBy(sums: readonly Sum[]): [string, Counts][] {
  const found = new Map<string, Counts>()
  for (const sum of sums) found.set(sum.label, addTo(found.get(sum.label) ?? NOTHING, sum))
  return [...found]
}

/** The failures among the sums, grouped by a word that is derived from their reason, most frequent first. */
function failuresBy<T extends string>(sums: readonly Sum[], wordOf: (reason: string) => T): [T, Failures][] {
  const found = new Map<T, Failures>()
  for (const { label, status, runs, costMicros, durationMs } of sums) {
    if (status !== 'failed') continue
    const word = wordOf(orUnknown(label === '' ? null : label))
    const before = found.get(word) ?? { failed: 0, costUsd: 0, durationMs: 0 }
    found.set(word, {
      failed: before.failed + runs,
      costUsd: before.costUsd + costMicros / 1e6,
      durationMs: before.durationMs + durationMs,
    })
  }
  return [...found].toSorted(([, a], [, b]) => b.failed - a.failed)
}

export function sumRuns(db: DatabaseSync, sinceAt: string | null, custom: CustomClasses): RunStats {
  const classIn = (reason: string): ReasonClass => classOf(reason, custom)
  const { byReason, byAgent, byWeek } = readSums(db, sinceAt ?? '')
  const reasonsFound = failuresBy(byReason, (reason) => reason)
  const corrected = db
    .prepare('SELECT count(*) AS n FROM runs WHERE correction IS NOT NULL AND started_at >= ?')
    .get(sinceAt ?? '')
  return {
    sinceAt,
    ...byReason.reduce(addTo, NOTHING),
    costUsd: byReason.reduce((sum, { costMicros }) => sum + costMicros, 0) / 1e6,
    durationMs: byReason.reduce((sum, { durationMs }) => sum + durationMs, 0),
    unknown: reasonsFound.find(([reason]) => isUnknown(reason))?.[1].failed ?? 0,
    corrected: corrected === undefined ? 0 : number(corrected, 'n'),
    byReason: reasonsFound.map(([reason, sum]) => ({ reason, class: classIn(reason), ...sum })),
    byClass: failuresBy(byReason, classIn).map(([name, sum]) => ({ class: name, ...sum })),
    byAgent: countsBy(byAgent)
      .map(([agent, counts]) => ({ agent: agent === '' ? null : agent, ...counts }))
      .toSorted((a, b) => b.runs - a.runs),
    byWeek: countsBy(byWeek)
      .map(([week, counts]) => ({ week, ...counts }))
      .toSorted((a, b) => (a.week < b.week ? -1 : 1)),
  }
}
