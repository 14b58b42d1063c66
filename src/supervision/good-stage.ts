import { StoreError } from '../record/store-errors.ts'
import type { Store } from '../record/store.ts'
import type { StageSpec } from './run-spec.ts'

/** A successful stage of an earlier run: its part of that run's log. */
export type GoodStage = {
  readonly run: number
  /** Relative to the record. */
  readonly logPath: string
  readonly from: number
  readonly to: number
}

export const MOST_GOOD_RUNS = 3
/** In older runs the command was most likely different. */
const LOOKED_AT = 50

/** Newest first. */
export function findGoodStages(store: Store, { stage, command }: StageSpec): readonly GoodStage[] {
  const good: GoodStage[] = []
  for (const { run, logPath, stages, origin } of recentSuccesses(store)) {
    const same = stages.find((one) => one.stage === stage && one.command === command)
    if (origin !== 'mayday' || same === undefined || same.reason !== null || same.exitCode !== 0) continue
    good.push({ run, logPath, from: same.from, to: same.to })
    if (good.length === MOST_GOOD_RUNS) break
  }
  return good
}

/** If the database cannot be read, the run still ends normally. */
function recentSuccesses(store: Store): ReturnType<Store['history']> {
  try {
    return store.history({ status: 'succeeded', limit: LOOKED_AT })
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return []
  }
}
