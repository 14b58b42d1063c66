/** Words for the status and the wait of a task. */
import type { TaskStatus } from '../../../record/task-states.ts'
import type { TaskWait } from '../../../views/task-wait.ts'
import { oneLine } from '../screen/columns.ts'
import type { Style } from '../screen/style.ts'
import { countdown, shortTime } from '../screen/times.ts'

const marks: Readonly<Record<TaskStatus, string>> = {
  new: '·',
  queued: '·',
  deferred: '·',
  running: '●',
  waiting: '◷',
  escalated: '▲',
  succeeded: '✓',
  failed: '✗',
  canceled: '○',
  skipped: '–',
}

export const statusWords = (status: TaskStatus): string => `${marks[status]} ${status}`

/** The colour of a status. */
export function paintStatus(status: TaskStatus, style: Style, text: string): string {
  switch (status) {
    case 'succeeded':
      return style.green(text)
    case 'failed':
    case 'escalated':
      return style.red(text)
    case 'waiting':
      return style.yellow(text)
    case 'running':
      return style.cyan(text)
    case 'queued':
    case 'deferred':
      return text
    case 'new':
    case 'canceled':
    case 'skipped':
      return style.dim(text)
  }
}

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
