import type { Project } from '../../../record/project.ts'
import type { Store } from '../../../record/store.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import { exitWith } from '../exit-codes.ts'
import { startAdopter } from '../record/launch-mayday.ts'

/** Calls it at every Ctrl+C, and at a polite kill. */
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

/** For commands that only look: Ctrl+C ends the looking. */
export function untilInterrupted(): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController()
  const listening = onInterrupt(() => controller.abort())
  return { signal: controller.signal, [Symbol.dispose]: () => listening[Symbol.dispose]() }
}

type Leaving = {
  readonly store: Store
  readonly project: Project
  /** Ids of the runs that go on. */
  readonly liveRuns: () => readonly string[]
}

/** A terminal that closes leaves the runs to an adopter. */
export function onHangup({ store, project, liveRuns }: Leaving): Disposable {
  const leave = (): void => {
    const live = liveRuns()
    const self = JSON.stringify(openProcesses().self())
    // Nobody's runs: the adopter need not wait until this process is gone.
    for (const runId of live) store.claim(runId, self, 'nobody')
    if (live.length > 0) startAdopter(project)
    process.exit(exitWith('closed'))
  }
  process.on('SIGHUP', leave)
  return { [Symbol.dispose]: () => void process.off('SIGHUP', leave) }
}

export type AskedTwice = { readonly cancel: AbortSignal; readonly force: AbortSignal } & Disposable

/** Ctrl+C once asks, twice insists; a terminal that closes leaves the runs to an adopter. */
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
