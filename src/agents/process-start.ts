import { uptime } from 'node:os'
import type { ProcessIdentity } from '../supervision/processes/processes.ts'

/** Clock ticks are hundredths of a second on every machine Node runs on. */
const MS_PER_TICK = 10

/** A clock that is set while a process runs moves its start a little. */
const SLACK_MS = 5000

/** Whether a process is old enough to have written a file: a process number is used again after a while. */
export function isOlderThan({ startedAt }: ProcessIdentity, fileMs: number): boolean {
  const startMs = /^\d+$/.test(startedAt)
    ? Date.now() - uptime() * 1000 + Number(startedAt) * MS_PER_TICK
    : Date.parse(startedAt)
  return !(startMs > fileMs + SLACK_MS)
}
