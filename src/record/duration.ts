export const HOUR_MS = 3_600_000
export const DAY_MS: number = 24 * HOUR_MS

const unitMs = { ms: 1, s: 1000, m: 60_000, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const

type Unit = keyof typeof unitMs

const isUnit = (word: string): word is Unit => Object.hasOwn(unitMs, word)

export const DURATION_FORM: RegExp = /^(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+$/

/** Reads `90s`, `30m`, `2h`, `7d`, `1w`, `1h30m` as milliseconds; null if the word is not a duration. */
export function readDuration(word: string): number | null {
  if (!DURATION_FORM.test(word)) return null
  let total = 0
  for (const [, amount = '', unit = ''] of word.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g))
    total += isUnit(unit) ? Number(amount) * unitMs[unit] : 0
  return Number.isSafeInteger(Math.round(total)) ? Math.round(total) : null
}

/** The form that a person types, in the largest unit that divides it: `2h`, `90s`. */
export function typedDuration(ms: number): string {
  const units = Object.entries(unitMs).toReversed()
  const [unit, size] = units.find(([, one]) => ms >= one && ms % one === 0) ?? ['ms', 1]
  return `${ms / size}${unit}`
}

/** Two units at most: `4.2 s`, `1m 30s`, `2h 05m`, `3d 4h`. */
export function describeDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${pad(seconds % 60)}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1440) return `${Math.floor(minutes / 60)}h ${pad(minutes % 60)}m`
  return `${Math.floor(minutes / 1440)}d ${Math.floor((minutes % 1440) / 60)}h`
}

const pad = (n: number): string => String(n).padStart(2, '0')

/**
 * Reads a duration before now, a date (local midnight) or an
 * instant, as a UTC instant. Null if the word is none of them.
 */
export function readSince(word: string, nowMs: number): string | null {
  const ms = sinceMs(word, nowMs)
  return Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? null : new Date(Math.max(0, ms)).toISOString()
}

function sinceMs(word: string, nowMs: number): number {
  const back = readDuration(word)
  if (back !== null) return nowMs - back
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(word) ?? []
  if (year !== undefined) return localMidnight(Number(year), Number(month), Number(day))
  return /^\d{4}-\d\d-\d\dT/.test(word) ? Date.parse(word) : Number.NaN
}

/** NaN for a day that the calendar does not have. */
function localMidnight(year: number, month: number, day: number): number {
  const at = new Date(year, month - 1, day)
  return at.getMonth() === month - 1 && at.getDate() === day ? at.getTime() : Number.NaN
}
