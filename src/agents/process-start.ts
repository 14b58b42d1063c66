import { uptime } from 'node:os'
import type { Processes, ProcessIdentity } from '../supervision/processes/processes.ts'

/** Clock ticks are hundredths of a second on every machine Node runs on. */
const MS_PER_TICK = 10

/** A clock that is set while a process runs moves its start a little. */
const SLACK_MS = 5000

/** The process with this number. A process that has ended and is not yet waited for is none. */
export function livingProcess(processes: Processes, pid: number): ProcessIdentity | null {
  const found = processes.identify(pid)
  return found !== null && processes.state(found) === 'alive' ? found : null
}

/** Whether a process is old enough to have written a file: a process number is used again after a while. */
export function isOlderThan({ startedAt }: ProcessIdentity, fileMs: number): boolean {
  const startMs = /^\d+$/.test(startedAt)
    ? Date.now() - uptime() * 1000 + Number(startedAt) * MS_PER_TICK
    : Date.parse(startedAt)
  return !(startMs > fileMs + SLACK_MS)
}
