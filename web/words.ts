/** How the page says times, sizes and states. */
import type { LiveRetry } from '../src/views/live-run.ts'
import type { TaskWait } from '../src/views/task-wait.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const two = (n: number): string => String(n).padStart(2, '0')

/** `14:02` in the reader's zone. */
export const clock = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`

export const clockSeconds = (instant: string): string => {
  const at = new Date(instant)
  return `${clock(at)}:${two(at.getSeconds())}`
}

export const dayOf = (instant: string): string => {
  const at = new Date(instant)
  return `${at.getDate()} ${months[at.getMonth()] ?? ''}`
}

export const longTime = (instant: string): string => {
  const at = new Date(instant)
  return `${days[at.getDay()] ?? ''} ${dayOf(instant)} ${at.getFullYear()}, ${clockSeconds(instant)}`
}

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString()

/** A future time: `14:00`, `tomorrow 02:00`, `3 Dec 14:00`. */
function comingTime(instant: string, nowMs: number): string {
  const at = new Date(instant)
  if (isSameDay(at, new Date(nowMs))) return clock(at)
  if (isSameDay(at, new Date(nowMs + 86_400_000))) return `tomorrow ${clock(at)}`
  return `${dayOf(instant)} ${clock(at)}`
}

/** The end of a time that began at another instant: `13:00`, or `20 Nov 13:00` on another day. */
export function endAfter(end: string, start: string): string {
  const at = new Date(end)
  return isSameDay(at, new Date(start)) ? clock(at) : `${dayOf(end)} ${clock(at)}`
}

/** A past time: `12 s ago`, `5 min ago`, `14:02`, `3 Nov 14:02`. */
export function ago(instant: string, nowMs: number): string {
  const at = new Date(instant)
  const seconds = Math.floor((nowMs - at.getTime()) / 1000)
  if (seconds < 3) return 'now'
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (isSameDay(at, new Date(nowMs))) return clock(at)
  return seconds < 6 * 86_400 ? `${days[at.getDay()] ?? ''} ${clock(at)}` : dayOf(instant)
}

/** How old something is, for a list: `now`, `38 min`, `5 h`, `3 days`. */
export function age(instant: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : plural(Math.floor(minutes / 1440), 'day')
}

/** `0:42`, `1:05:00`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** `0.4 s`, `42 s`, `3 min 20 s`, `1 h 5 min`. */
export function duration(ms: number | null): string {
  if (ms === null) return '–'
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

export function bytes(count: number | null): string {
  if (count === null) return 'unknown'
  let size = count
  let unit = 0
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit] ?? ''}`
}

export const money = (usd: number | null): string => (usd === null ? '–' : `$${usd.toFixed(2)}`)

export function count(n: number | null): string {
  if (n === null) return '–'
  return n >= 1_000_000 ? `${(n / 1_000_000).toFixed(1)} M` : n.toLocaleString('en')
}

export const percent = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 100)} %`

export const plural = (n: number, one: string, many: string = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`

const STATUS_WORDS: Readonly<Record<string, string>> = {
  escalated: 'Needs a person',
  launching: 'Starting',
  idle: 'Idle',
}

export const statusWord = (status: string): string =>
  STATUS_WORDS[status] ?? status.charAt(0).toUpperCase() + status.slice(1)

const NEXT_VERBS: Readonly<Record<string, string>> = {
  retry: 'retries',
  resume: 'resumes',
  continue: 'continues',
  rollback: 'goes back and retries',
  wait: 'tries again',
}

/** What will be done after a wait; a gate is tried again. */
function verbAfter({ kind, plan }: TaskWait): string | undefined {
  if (kind === 'gate') return NEXT_VERBS['wait']
  return kind === 'pause' ? NEXT_VERBS[plan ?? 'wait'] : undefined
}

/** `retries in 0:42`, `waits for the usage limit until 14:00`. */
export function waitWords(wait: TaskWait, nowMs: number, hasScheduler: boolean): string {
  const { kind, why, until, gate, escalation } = wait
  if (kind === 'person') return escalation === null ? 'its escalation is closed: retry it or skip it' : why
  if (kind === 'turn' && !hasScheduler) return 'starts when `mayday work` runs'
  const verb = verbAfter(wait)
  const left = until === null ? 0 : Date.parse(until) - nowMs
  if (gate !== null && (until === null || left > 0)) return `waits ${gateWords(why, until, nowMs)}`
  if (until === null || verb === undefined) return why === '' ? 'waits' : waitsFor(why)
  if (left > 0) return `${verb} in ${countdown(left)}`
  return hasScheduler ? `${verb} now` : `${verb} when \`mayday work\` runs`
}

/** It does not continue by itself: it is not known when its gate opens, or a person decides. */
export const needsPerson = ({ kind, gate, until }: Pick<TaskWait, 'kind' | 'gate' | 'until'>): boolean =>
  kind === 'person' || (gate !== null && until === null)

/** `for the usage limit until 14:00`; a past time is left out. */
export function gateWords(why: string, until: string | null, nowMs: number): string {
  if (until === null) return why
  return Date.parse(until) > nowMs ? `${why} until ${comingTime(until, nowMs)}` : `${why}: its time is over`
}

const waitsFor = (why: string): string => (/^(?:for|to|at|until) /.test(why) ? `waits ${why}` : why)

/** `retrying 429, attempt 4 of 10, next in 34 s`. */
export function retryWords(
  { status, code, attempt, of }: Omit<LiveRetry, 'nextAt'>,
  nextMs: number | null,
): string {
  const tries = `attempt ${attempt}${of === null ? '' : ` of ${of}`}`
  const next =
    nextMs === null || nextMs < 1000 ? '' : `, next in ${duration(Math.floor(nextMs / 1000) * 1000)}`
  return `retrying ${status ?? code ?? 'a request'}, ${tries}${next}`
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
