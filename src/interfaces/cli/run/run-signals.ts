import type { OpenedStore } from '../record/open-store.ts'
import { watchSignals, type AskedTwice } from '../screen/interrupt.ts'
import type { RunReporter } from './run-reporter.ts'

/** For commands that have one run at a time. */
export const watchRunSignals = (opened: OpenedStore, reporter: RunReporter): AskedTwice => {
  const liveRuns = (): readonly string[] => (reporter.runId === null ? [] : [reporter.runId])
  return watchSignals({ ...opened, liveRuns }, () => reporter.canceling())
}
