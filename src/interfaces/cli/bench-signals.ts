import type { BenchEvent } from '../../bench/bench-house.ts'
import type { Project } from '../../record/project.ts'
import type { Store } from '../../record/store.ts'
import { openProcesses } from '../../supervision/processes/open-processes.ts'
import { startAdopter } from './start-adopter.ts'

export type BenchSignals = Disposable & {
  readonly cancel: AbortSignal
  readonly force: AbortSignal
  /** Keeps in mind what is running. */
  readonly see: (event: BenchEvent) => void
}

/** Ctrl+C once asks, twice insists; a terminal that closes leaves what is running to an adopter. */
export function watchBenchSignals(
  { store, project }: { readonly store: Store; readonly project: Project },
  canceling: () => void,
): BenchSignals {
  const cancel = new AbortController()
  const force = new AbortController()
  const live = new Map<string, string>()
  const ask = (): void => {
    if (cancel.signal.aborted) force.abort()
    else canceling()
    cancel.abort()
  }
  const leave = (): void => {
    const self = JSON.stringify(openProcesses().self())
    for (const runId of live.values()) store.claim(runId, self, 'nobody')
    if (live.size > 0) startAdopter(project)
    process.exit(129)
  }
  process.on('SIGINT', ask)
  process.on('SIGTERM', ask)
  process.on('SIGHUP', leave)
  return {
    cancel: cancel.signal,
    force: force.signal,
    see: (event) => {
      if (event.event === 'attempt:started' || event.event === 'attempt:adopted')
        live.set(`${event.attempt} ${event.task}`, event.runId)
      if (event.event === 'attempt:ended') live.delete(`${event.record.attempt} ${event.record.task_id}`)
    },
    [Symbol.dispose]: () => {
      process.off('SIGINT', ask)
      process.off('SIGTERM', ask)
      process.off('SIGHUP', leave)
    },
  }
}
