import { knownAgents } from '../src/agents/known-agents.ts'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectAt, type Project } from '../src/record/project.ts'
import type { Store } from '../src/record/store.ts'
import type { QueueContext } from '../src/scheduling/locks.ts'
import { wallClock, type Clock } from '../src/scheduling/sleep-until.ts'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'

/** The folder of test files that are not part of the project. */
export const rigFolder = (root: string): string => `${projectAt(root, process.env).record}.rig`

const offsetFile = (root: string): string => join(rigFolder(root), 'clock-offset')

/** The offset of the test project's clock from the system clock, in ms. */
export const readOffset = (root: string): number => Number(readFileSync(offsetFile(root), 'utf8'))

/** Applies to every process of the project. */
export function writeOffset(root: string, ms: number): void {
  writeFileSync(`${offsetFile(root)}.new`, String(ms))
  renameSync(`${offsetFile(root)}.new`, offsetFile(root))
}

const clockOf = (root: string): Clock => ({
  now: () => new Date(Date.now() + readOffset(root)),
  nap: wallClock.nap,
})

/** The queue of a test project, with the clock that the test moves. */
export const queueContextAt = (project: Project, store: Store): QueueContext => ({
  store,
  project,
  processes: openProcesses(),
  knownAgents,
  clock: clockOf(project.root),
  schedule: { concurrency: 2 },
})
