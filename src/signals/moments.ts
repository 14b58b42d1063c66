/**
 * Reads a moment from the words after a cue: a duration ("2h 5m"), an epoch, or a day, a clock time and a zone in the
 * orders that people and programs use.
 *
 * M1 Every expression is sticky, so a reader never searches. M2 If a message leaves out the day or the zone, the
 * result is the next such moment after `now` on a local clock. Without a zone or a time, the result is not precise.
 */
import { instantsOf, isDay, wallAt, zoneOf, type WallTime, type Zone } from './zones.ts'

/** The start of relative times, and the zone of messages that name none. */
export type Present = { readonly now: number; readonly local: Zone }

/** `end` is the position after the words. */
export type Moment = { readonly at: number; readonly precise: boolean; readonly end: number }

type Day =
  | { readonly kind: 'date'; readonly year: number | null; readonly month: number; readonly day: number }
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'ahead'; readonly days: number }

type Clock = Pick<WallTime, 'hour' | 'minute' | 'second'>

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const WEEKDAY =
  'mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?'
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const DATES = {
  iso: /(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/iy,
  monthFirst: new RegExp(
    `(?:(?:${WEEKDAY}),? )?(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?![\\w:])(?:,? (\\d{4})(?![\\w:]))?`,
    'iy',
  ),
  dayFirst: new RegExp(
    `(?:(?:${WEEKDAY}),? )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -](${MONTH})(?![a-z])\\.?,?(?:[ -](\\d{4})(?![\\w:]))?`,
    'iy',
  ),
  weekday: new RegExp(`(?:next |this )?(${WEEKDAY})(?!\\w)`, 'iy'),
  word: /(today|tonight|tomorrow)(?!\w)/iy,
}
const TWELVE = /(\d{1,2})(?::([0-5]\d))?(?::([0-5]\d))? ?([ap])\.?m(?:\.|(?!\w))/iy
const TWENTY_FOUR = /([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d)(?:[.,]\d{1,9})?)?(?![\d:])/y
const NAMED_CLOCK = /(noon|midnight)(?!\w)/iy
const BETWEEN = /(?:,? ?(?:at|@|t) ?|, ?| )(?=[\dnm])/iy
const DAY_AFTER = /,? (?:on )?(?=\w)/iy
const ZONE =
  / ?\(([^()]{1,40})\)| ?((?:utc|gmt)(?: ?[+-]\d{1,2}(?::?\d{2})?)?|[+-]\d{2}:?\d{2}|z)(?![\w/])| ([a-z_]{2,20}\/[a-z0-9_+/-]{2,40}|[a-z]{2,8})(?: time)?(?!\w)/iy

const EPOCH = /(\d{10}|\d{13})(?:\.\d{1,9})?(?![\w:-])/y
const LENGTH =
  '(\\d{1,9}(?:\\.\\d{1,12})?) ?(milliseconds?|millis|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)(?![a-z])'
const PART = new RegExp(LENGTH, 'iy')
const NEXT_PART = new RegExp(`(?:,? and |,? ?)${LENGTH}`, 'iy')
const ONE = /(?:an?|one) (second|minute|hour|day|week)(?![a-z])/iy
const COUNTDOWN = /(\d{1,3}):([0-5]\d):([0-5]\d)(?![\d:])/y
const HEDGE = /(?:about|approximately|approx\.?|around|roughly|less than|under|over|at least|up to|~|≈) ?/iy
const AGO = / ago(?!\w)/iy

const UNIT_MS: readonly (readonly [RegExp, number])[] = [
  [/^m(?:illi|s)/i, 1],
  [/^s/i, 1000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, 86_400_000],
  [/^w/i, 604_800_000],
]
/** A date without a year that passed less than this ago is in the past, not in the next year. */
const JUST_PAST_MS = 3 * 86_400_000

class Cursor {
  readonly text: string
  at: number

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.at
    const found = form.exec(this.text)
    if (found !== null) this.at = form.lastIndex
    return found
  }
}

const unitMs = (unit: string): number => UNIT_MS.find(([form]) => form.test(unit))?.[1] ?? 0

/** A duration from now: "5 hours", "1h2m3.5s", "3 days, 2 hours and 1 minute", "0:59:10". */
export function readTimeFromNow(text: string, from: number, { now }: Present): Moment | null {
  const cursor = new Cursor(text, from)
  const hedged = cursor.take(HEDGE) !== null
  const one = cursor.take(ONE)
  const ms = one === null ? (readCountdown(cursor) ?? readParts(cursor)) : unitMs(one[1] ?? '')
  if (ms === null) return null
  const { at: end } = cursor
  return cursor.take(AGO) === null ? { at: now + ms, precise: !hedged && one === null, end } : null
}

function readCountdown(cursor: Cursor): number | null {
  const found = cursor.take(COUNTDOWN)
  return found === null ? null : (Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3])) * 1000
}

function readParts(cursor: Cursor): number | null {
  let ms: number | null = null
  for (let part = cursor.take(PART); part !== null; part = cursor.take(NEXT_PART)) {
    ms = (ms ?? 0) + Number(part[1]) * unitMs(part[2] ?? '')
  }
  return ms
}

/** An explicit instant: an epoch, or a day, a clock time and a zone. */
export function readInstant(text: string, from: number, present: Present): Moment | null {
  const cursor = new Cursor(text, from)
  const epoch = cursor.take(EPOCH)
  if (epoch !== null) {
    const seconds = Number(epoch[0]) * (epoch[1]?.length === 13 ? 0.001 : 1)
    return { at: Math.round(seconds * 1000), precise: true, end: cursor.at }
  }
  return readWritten(cursor, present)
}

function readWritten(cursor: Cursor, { now, local }: Present): Moment | null {
  let day = readDay(cursor)
  const { at: dayEnd } = cursor
  if (day !== null) cursor.take(BETWEEN)
  const clock = readClock(cursor)
  if (clock === null) cursor.at = dayEnd
  let zone = clock === null ? null : readZone(cursor)
  if (clock !== null && day === null) {
    const { at: clockEnd } = cursor
    if (cursor.take(DAY_AFTER) !== null) day = readDay(cursor)
    if (day === null) cursor.at = clockEnd
    else zone ??= readZone(cursor)
  }
  if (clock === null && (day === null || (day.kind === 'ahead' && day.days === 0))) return null
  const at = resolve({ day, clock, zone: zone ?? local, now })
  return at === null ? null : { at, precise: clock !== null && zone !== null, end: cursor.at }
}

function readDay(cursor: Cursor): Day | null {
  const iso = cursor.take(DATES.iso)
  if (iso !== null) return dateOf(iso[1], Number(iso[2]), iso[3])
  const monthFirst = cursor.take(DATES.monthFirst)
  if (monthFirst !== null) return dateOf(monthFirst[3], indexIn(MONTHS, monthFirst[1]) + 1, monthFirst[2])
  const dayFirst = cursor.take(DATES.dayFirst)
  if (dayFirst !== null) return dateOf(dayFirst[3], indexIn(MONTHS, dayFirst[2]) + 1, dayFirst[1])
  const weekday = cursor.take(DATES.weekday)
  if (weekday !== null) return { kind: 'weekday', weekday: indexIn(WEEKDAYS, weekday[1]) }
  const word = cursor.take(DATES.word)?.[1]
  return word === undefined ? null : { kind: 'ahead', days: word.toLowerCase() === 'tomorrow' ? 1 : 0 }
}

const indexIn = (names: readonly string[], name = ''): number => names.indexOf(name.slice(0, 3).toLowerCase())

const dateOf = (year: string | undefined, month: number, day: string | undefined): Day => ({
  kind: 'date',
  year: year === undefined ? null : Number(year),
  month,
  day: Number(day),
})

function readClock(cursor: Cursor): Clock | null {
  const twelve = cursor.take(TWELVE)
  if (twelve !== null) {
    const hour = Number(twelve[1])
    if (hour < 1 || hour > 12) return null
    const half = twelve[4]?.toLowerCase() === 'p' ? 12 : 0
    return { hour: (hour % 12) + half, minute: Number(twelve[2] ?? 0), second: Number(twelve[3] ?? 0) }
  }
  const full = cursor.take(TWENTY_FOUR)
  if (full !== null) return { hour: Number(full[1]), minute: Number(full[2]), second: Number(full[3] ?? 0) }
  const named = cursor.take(NAMED_CLOCK)?.[1]
  return named === undefined ? null : { hour: named.toLowerCase() === 'noon' ? 12 : 0, minute: 0, second: 0 }
}

/** Reads the zone after a clock time. An unknown zone in brackets is skipped. Any other unknown word is not a zone. */
function readZone(cursor: Cursor): Zone | null {
  const { at } = cursor
  const found = cursor.take(ZONE)
  const name = found?.[1] ?? found?.[2] ?? found?.[3]
  if (name === undefined) return null
  const isWord = found?.[3] !== undefined && !/^[A-Z]/.test(name)
  const zone = isWord ? null : zoneOf(name)
  if (zone === null && found?.[1] === undefined) cursor.at = at
  return zone
}

type Written = {
  readonly day: Day | null
  readonly clock: Clock | null
  readonly zone: Zone
  readonly now: number
}

function resolve({ day, clock, zone, now }: Written): number | null {
  const today = wallAt(zone, now)
  const { hour, minute, second } = clock ?? { hour: 0, minute: 0, second: 0 }
  const on = (date: Pick<WallTime, 'year' | 'month' | 'day'>): number => {
    const instants = instantsOf(zone, { ...date, hour, minute, second })
    return instants.find((at) => at > now) ?? instants.at(-1) ?? now
  }
  const inDays = (days: number): number => on({ ...today, day: today.day + days })
  if (day === null) return [0, 1, 2].map(inDays).find((at) => at > now) ?? null
  if (day.kind === 'ahead') return inDays(hour === 0 && minute === 0 && day.days === 0 ? 1 : day.days)
  if (day.kind === 'weekday') {
    const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay()
    const ahead = (day.weekday - weekday + 7) % 7
    return [ahead, ahead + 7].map(inDays).find((at) => at > now) ?? null
  }
  const years = day.year === null ? [today.year - 1, today.year, today.year + 1] : [day.year]
  const days = years.map((year) => ({ year, month: day.month, day: day.day })).filter(isDay)
  return days.map(on).find((at) => day.year !== null || at >= now - JUST_PAST_MS) ?? null
}
