import type { BenchEvent } from '../../../../bench/bench-context.ts'
import { watchSignals, type AskedTwice } from '../../screen/interrupt.ts'
import type { OpenedStore } from '../../record/open-store.ts'

export type BenchSignals = AskedTwice & {
  /** Remembers the live runs. */
  readonly see: (event: BenchEvent) => void
}

/** For commands with several parallel runs. */
export function watchBenchSignals(opened: OpenedStore, canceling: () => void): BenchSignals {
  const live = new Map<string, string>()
  return {
    ...watchSignals({ ...opened, liveRuns: () => [...live.values()] }, canceling),
    see: (event) => {
      if (event.event === 'attempt:started' || event.event === 'attempt:adopted')
        live.set(`${event.attempt} ${event.task}`, event.runId)
      if (event.event === 'attempt:ended') live.delete(`${event.record.attempt} ${event.record.task_id}`)
    },
  }
}
