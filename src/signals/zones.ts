/**
 * Wall clocks and time zones, based only on Intl.
 *
 * Z1 A clock time that happens twice (clocks go back) is two instants. Z2 A clock time that is skipped (clocks go
 * forward) moves on by the gap, as in every calendar.
 */

/** The date and time that a clock in some zone shows. Months count from 1. */
export type WallTime = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

export type Zone =
  | { readonly kind: 'local' }
  | { readonly kind: 'offset'; readonly minutes: number }
  | { readonly kind: 'named'; readonly clock: Intl.DateTimeFormat }

export const LOCAL: Zone = { kind: 'local' }

const DAY_MS = 86_400_000

/** A log repeats one zone many times, and creating its formatter is the expensive part. */
const MOST_ZONES = 64
const known = new Map<string, Zone | null>()

/** The zone of an IANA name, or null if there is no such zone. */
function namedZone(name: string): Zone | null {
  const seen = known.get(name)
  if (seen !== undefined) return seen
  if (known.size >= MOST_ZONES) known.clear()
  const zone = makeZone(name)
  known.set(name, zone)
  return zone
}

function makeZone(name: string): Zone | null {
  try {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    return { kind: 'named', clock }
  } catch {
    // Intl throws for an unknown name, so there is no such zone.
    return null
  }
}

/** How far the zone is ahead of UTC at an instant. */
function offsetMs(zone: Zone, at: number): number {
  if (zone.kind === 'offset') return zone.minutes * 60_000
  if (zone.kind === 'local') return new Date(at).getTimezoneOffset() * -60_000
  const shown = new Map(zone.clock.formatToParts(at).map((part) => [part.type, Number(part.value)]))
  const read = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0
  const wall = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return wall - Math.floor(at / 1000) * 1000
}

/** The clock time in the zone at an instant. */
export function wallAt(zone: Zone, at: number): WallTime {
  const shown = new Date(at + offsetMs(zone, at))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  }
}

/** The instants at which the zone's clocks show this time, earliest first. Never empty (Z1, Z2). */
export function instantsOf(zone: Zone, wall: WallTime): readonly number[] {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second)
  const before = offsetMs(zone, asUtc - DAY_MS)
  const after = offsetMs(zone, asUtc + DAY_MS)
  const found = [...new Set([before, after])]
    .filter((offset) => offsetMs(zone, asUtc - offset) === offset)
    .map((offset) => asUtc - offset)
    .toSorted((a, b) => a - b)
  return found.length > 0 ? found : [asUtc - before]
}

/** Does this day exist? */
export function isDay({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Zones that people abbreviate. The letters for summer and winter time mean the same place. */
const LETTERS: Readonly<Record<string, string>> = {
  pt: 'America/Los_Angeles',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  pacific: 'America/Los_Angeles',
  mt: 'America/Denver',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  mountain: 'America/Denver',
  ct: 'America/Chicago',
  cdt: 'America/Chicago',
  central: 'America/Chicago',
  et: 'America/New_York',
  est: 'America/New_York',
  edt: 'America/New_York',
  eastern: 'America/New_York',
  bst: 'Europe/London',
  wet: 'Europe/Lisbon',
  west: 'Europe/Lisbon',
  cet: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  eet: 'Europe/Helsinki',
  eest: 'Europe/Helsinki',
  msk: 'Europe/Moscow',
  sgt: 'Asia/Singapore',
  hkt: 'Asia/Hong_Kong',
  jst: 'Asia/Tokyo',
  kst: 'Asia/Seoul',
  aest: 'Australia/Sydney',
  aedt: 'Australia/Sydney',
}

const OFFSET = /^(?:utc|gmt|z)? ?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/i

/** The zone that a message names: an IANA name, letters, or an offset. Null if the name is unknown. */
export function zoneOf(name: string): Zone | null {
  const offset = OFFSET.exec(name)
  if (offset !== null) {
    const minutes = Number(offset[2] ?? 0) * 60 + Number(offset[3] ?? 0)
    return minutes > 14 * 60 ? null : { kind: 'offset', minutes: offset[1] === '-' ? -minutes : minutes }
  }
  return namedZone(LETTERS[name.toLowerCase()] ?? name)
}
