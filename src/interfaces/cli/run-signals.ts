import type { Project } from '../../record/project.ts'
import type { Store } from '../../record/store.ts'
import { openProcesses } from '../../supervision/processes/open-processes.ts'
import { startAdopter } from './start-adopter.ts'
import type { RunReporter } from './run-reporter.ts'

/** Ctrl+C once asks, twice insists; a terminal that closes leaves the run to an adopter. */
export function watchSignals({
  store,
  project,
  reporter,
}: {
  readonly store: Store
  readonly project: Project
  readonly reporter: RunReporter
}): { readonly cancel: AbortSignal; readonly force: AbortSignal } & Disposable {
  const cancel = new AbortController()
  const force = new AbortController()
  const ask = (): void => {
    if (cancel.signal.aborted) force.abort()
    else reporter.canceling()
    cancel.abort()
  }
  const leave = (): void => {
    const { runId } = reporter
    if (runId !== null) {
      // Nobody's run: the adopter need not wait until this process is gone.
      store.claim(runId, JSON.stringify(openProcesses().self()), 'nobody')
      startAdopter(project)
    }
    process.exit(129)
  }
  process.on('SIGINT', ask)
  process.on('SIGTERM', ask)
  process.on('SIGHUP', leave)
  return {
    cancel: cancel.signal,
    force: force.signal,
    [Symbol.dispose]: () => {
      process.off('SIGINT', ask)
      process.off('SIGTERM', ask)
      process.off('SIGHUP', leave)
    },
  }
}
