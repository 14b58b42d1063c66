import type { Project } from '../../../../record/project.ts'
import type { Store } from '../../../../record/store.ts'
import { onHangup, onInterrupt } from '../../screen/interrupt.ts'
import { countOf } from '../../../../signals/count-of.ts'

export type WorkSignals = {
  /** Start no new run. */
  readonly drain: AbortSignal
  /** Stop the live runs; `force` stops them immediately. */
  readonly cancel: AbortSignal
  readonly force: AbortSignal
} & Disposable

type Asked = {
  readonly store: Store
  readonly project: Project
  /** Ids of the live runs. */
  readonly liveRuns: () => readonly string[]
  readonly say: (line: string, event: object) => void
}

/** Ctrl+C drains; the second stops the runs; the third kills them. A closed terminal leaves the runs to an adopter. */
export function watchWorkSignals({ store, project, liveRuns, say }: Asked): WorkSignals {
  const steps = [new AbortController(), new AbortController(), new AbortController()] as const
  const [drain, cancel, force] = steps
  const ask = (): void => {
    const step = steps.find(({ signal }) => !signal.aborted)
    const live = liveRuns().length
    if (live > 0 && step === drain)
      say(countOf(live, 'run continues; Ctrl+C again stops it', 'runs continue; Ctrl+C again stops them'), {
        event: 'work:draining',
        live,
      })
    if (live > 0 && step === cancel)
      say('stopping; Ctrl+C again ends it at once', { event: 'work:stopping', live })
    step?.abort()
  }
  const listening = onInterrupt(ask)
  const hangup = onHangup({ store, project, liveRuns })
  return {
    drain: drain.signal,
    cancel: cancel.signal,
    force: force.signal,
    [Symbol.dispose]: () => {
      listening[Symbol.dispose]()
      hangup[Symbol.dispose]()
    },
  }
}
