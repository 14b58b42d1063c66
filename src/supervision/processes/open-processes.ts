import { hostname } from 'node:os'

import { MaydayError } from '../../errors.ts'
import { hasProc, procProcesses } from './proc.ts'
import type { Processes } from './processes.ts'
import { hasPs, psProcesses } from './ps.ts'

/** This system shows no process table, so Mayday cannot check other processes. */
class NoProcessTableError extends MaydayError {
  constructor(task: string) {
    super(
      'NO_PROCESS_TABLE',
      `Cannot ${task}: this system offers neither /proc nor ps. Mount /proc, or install ps (procps).`,
    )
  }
}

const refuse = (task: string) => (): never => {
  throw new NoProcessTableError(task)
}

/** Answers `unknown` or throws, and guesses nothing. */
export const noProcesses = (): Processes => ({
  kind: 'none',
  self: () => ({ pid: process.pid, startedAt: '', boot: '', namespace: null, host: hostname() }),
  identify: () => null,
  state: () => 'unknown',
  living: refuse('tell which processes are alive'),
  tree: refuse('list the processes under a worker'),
  tagged: refuse('find the processes of a run'),
  lineage: refuse('list the processes above this one'),
  usage: () => new Map(),
  io: () => null,
  isFirstInside: () => false,
})

/** The process table of this system. On Linux `ps` also reads /proc, so it does not help if /proc is wrong. */
export const openProcesses = (): Processes => {
  if (process.platform === 'linux') return hasProc() ? procProcesses() : noProcesses()
  return hasPs() ? psProcesses() : noProcesses()
}
