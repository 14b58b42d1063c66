import type { Project } from '../../../record/project.ts'
import type { Store } from '../../../record/store.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import { exitWith } from '../exit-codes.ts'
import { startAdopter } from '../record/launch-mayday.ts'

/** Calls the function at every Ctrl+C and SIGTERM. */
export function onInterrupt(ask: () => void): Disposable {
  process.on('SIGINT', ask)
  process.on('SIGTERM', ask)
  return {
    [Symbol.dispose]: () => {
      process.off('SIGINT', ask)
      process.off('SIGTERM', ask)
    },
  }
}

/** For commands that only read: Ctrl+C ends them. */
export function untilInterrupted(): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController()
  const listening = onInterrupt(() => controller.abort())
  return { signal: controller.signal, [Symbol.dispose]: () => listening[Symbol.dispose]() }
}

type Leaving = {
  readonly store: Store
  readonly project: Project
  /** Ids of the live runs. */
  readonly liveRuns: () => readonly string[]
}

/** If the terminal closes, an adopter takes over the runs. */
export function onHangup({ store, project, liveRuns }: Leaving): Disposable {
  const leave = (): void => {
    const live = liveRuns()
    const self = JSON.stringify(openProcesses().self())
    // Releases the runs, so that the adopter need not wait for the end of this process.
    for (const runId of live) store.claim(runId, self, 'nobody')
    if (live.length > 0) startAdopter(project)
    process.exit(exitWith('closed'))
  }
  process.on('SIGHUP', leave)
  return { [Symbol.dispose]: () => void process.off('SIGHUP', leave) }
}

export type AskedTwice = { readonly cancel: AbortSignal; readonly force: AbortSignal } & Disposable

/** The first Ctrl+C cancels, the second forces. If the terminal closes, an adopter takes over the runs. */
export function watchSignals(leaving: Leaving, canceling: () => void): AskedTwice {
  const cancel = new AbortController()
  const force = new AbortController()
  const listening = onInterrupt(() => {
    if (cancel.signal.aborted) force.abort()
    else canceling()
    cancel.abort()
  })
  const hangup = onHangup(leaving)
  return {
    cancel: cancel.signal,
    force: force.signal,
    [Symbol.dispose]: () => {
      listening[Symbol.dispose]()
      hangup[Symbol.dispose]()
    },
  }
}
