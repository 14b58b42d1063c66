import type { TaskWait } from '../../../views/task-wait.ts'
import { oneLine } from '../screen/columns.ts'
import { countdown, shortTime } from '../screen/times.ts'

/** `waits for the usage limit until 14:00`. */
export function waitWords({ kind, why, until, escalation }: TaskWait, nowMs: number): string {
  if (kind === 'person') return `waits for a person${escalation === null ? '' : `: escalation ${escalation}`}`
  return `waits ${oneLine(why)}${until === null ? '' : untilWords(until, nowMs)}`
}

/** If the time is further ahead than this, the time of day is shown instead of a duration. */
const NEAR_MS = 600_000

function untilWords(until: string, nowMs: number): string {
  const leftMs = Date.parse(until) - nowMs
  if (leftMs <= 0) return ''
  return leftMs < NEAR_MS ? `, in ${countdown(leftMs)}` : ` until ${shortTime(until, nowMs)}`
}
