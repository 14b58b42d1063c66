/** An axis of time has a place for every hour and week, also for those without a turn. */

export type Failed = { readonly name: string; readonly failed: number }

const WEEK_MS = 7 * 24 * 60 * 60_000

const filled = (names: readonly string[], list: readonly Failed[]): readonly Failed[] => {
  const counts = new Map(list.map(({ name, failed }) => [name, failed]))
  return names.map((name) => ({ name, failed: counts.get(name) ?? 0 }))
}

/** The 24 hours of a day: `00` to `23`. */
export const allHours = (list: readonly Failed[]): readonly Failed[] =>
  list.length === 0
    ? []
    : filled(
        Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')),
        list,
      )

/** The weeks from the first to the last, each named by its Monday: `2026-11-02`. */
export function allWeeks(list: readonly Failed[]): readonly Failed[] {
  const [first] = list
  const last = list.at(-1)
  if (first === undefined || last === undefined) return []
  const from = Date.parse(first.name)
  const weeks = Math.round((Date.parse(last.name) - from) / WEEK_MS) + 1
  return filled(
    Array.from({ length: weeks }, (_, at) => new Date(from + at * WEEK_MS).toISOString().slice(0, 10)),
    list,
  )
}
