/** The mark and the colour of a status, for tasks and runs. */
import type { RunStatus } from '../../../record/run-states.ts'
import type { TaskStatus } from '../../../record/task-states.ts'
import type { Style } from './style.ts'

type Status = TaskStatus | RunStatus

const looks: Readonly<Record<Status, { readonly mark: string; readonly paint: keyof Style | null }>> = {
  new: { mark: '·', paint: 'dim' },
  queued: { mark: '·', paint: null },
  deferred: { mark: '·', paint: null },
  launching: { mark: '●', paint: 'cyan' },
  running: { mark: '●', paint: 'cyan' },
  waiting: { mark: '◷', paint: 'yellow' },
  escalated: { mark: '▲', paint: 'red' },
  succeeded: { mark: '✓', paint: 'green' },
  failed: { mark: '✗', paint: 'red' },
  canceled: { mark: '○', paint: 'dim' },
  skipped: { mark: '–', paint: 'dim' },
}

/** `✗ failed`. */
export const statusWords = (status: Status): string => `${looks[status].mark} ${status}`

export function paintStatus(status: Status, style: Style, text: string): string {
  const { paint } = looks[status]
  return paint === null ? text : style[paint](text)
}
