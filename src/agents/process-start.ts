import { uptime } from 'node:os'
import type { Processes, ProcessIdentity } from '../supervision/processes/processes.ts'

/** Clock ticks are hundredths of a second on every machine Node runs on. */
const MS_PER_TICK = 10

/** If the clock is set while a process runs, its computed start changes a little. */
const SLACK_MS = 5000

/** The live process with this pid. A process that has ended and is not yet waited for does not count. */
export function livingProcess(processes: Processes, pid: number): ProcessIdentity | null {
  const found = processes.identify(pid)
  return found !== null && processes.state(found) === 'alive' ? found : null
}

/** Whether a process is old enough to have written a file. The system uses a pid again after a while. */
export function isOlderThan({ startedAt }: ProcessIdentity, fileMs: number): boolean {
  const startMs = /^\d+$/.test(startedAt)
    ? Date.now() - uptime() * 1000 + Number(startedAt) * MS_PER_TICK
    : Date.parse(startedAt)
  return !(startMs > fileMs + SLACK_MS)
}
