const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const two = (n: number): string => String(n).padStart(2, '0')

const clock = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`

/** `14:02:11` in the reader's time zone. */
export const clockTime = (at: Date): string => `${clock(at)}:${two(at.getSeconds())}`

const date = (at: Date, now: Date): string =>
  `${at.getDate()} ${months[at.getMonth()] ?? ''}${at.getFullYear() === now.getFullYear() ? '' : ` ${at.getFullYear()}`}`

/** The number of midnights between two times in the reader's time zone. */
function daysApart(at: Date, now: Date): number {
  const midnight = (moment: Date): number =>
    Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / 86_400_000
  return midnight(now) - midnight(at)
}

/** A short start time in the reader's time zone: `just now`, `5 min ago`, `14:02`, `Fri 14:02`, `3 Nov 14:02`. */
export function shortTime(instant: string, nowMs: number): string {
  const at = new Date(instant)
  const now = new Date(nowMs)
  const minutes = Math.floor((nowMs - at.getTime()) / 60_000)
  if (minutes >= 0 && minutes < 1) return 'just now'
  if (minutes >= 0 && minutes < 60) return `${minutes} min ago`
  const apart = daysApart(at, now)
  if (apart === 0) return clock(at)
  if (apart > 0 && apart < 7) return `${days[at.getDay()] ?? ''} ${clock(at)}`
  return `${date(at, now)} ${clock(at)}`
}

/** Date and time in the reader's time zone. */
export function longTime(instant: string): string {
  const at = new Date(instant)
  return `${days[at.getDay()] ?? ''} ${at.getDate()} ${months[at.getMonth()] ?? ''} ${at.getFullYear()}, ${clockTime(at)}`
}

/** A UTC day as a heading: `9 Nov`, with the year if it is not the current one. */
export function shortDay(day: string, nowMs: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  return date(new Date(year, month - 1, dayOfMonth), new Date(nowMs))
}

/** The remaining time: `0:42`, `1:05:00`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
