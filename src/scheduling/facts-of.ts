import { join } from 'node:path'
import type { RunRecord } from '../record/run.ts'
import type { RunFacts } from '../signals/signal.ts'
import { readOutcomes } from '../supervision/rediagnose.ts'
import { RunFolder } from '../supervision/run-folder.ts'
import type { StageOutcome } from '../supervision/stage-outcome.ts'
import type { TaskHouse } from './task-house.ts'

const outcomesOf = (run: RunRecord, { project }: TaskHouse): readonly StageOutcome[] =>
  readOutcomes(new RunFolder(join(project.root, run.logPath)), run) ?? []

/** What the agent of a run said and did, read again from its log; null where that is gone. */
export const factsOf = (run: RunRecord, house: TaskHouse): RunFacts | null =>
  outcomesOf(run, house).find(({ spec }) => spec.stage === 'agent_run')?.reading.facts ?? null

/** Did the stage that decided speak of something that may pass by itself: network, lock, server error? */
export const isTransientIn = (run: RunRecord, house: TaskHouse): boolean =>
  outcomesOf(run, house)
    .filter(({ spec }) => spec.stage === run.stage)
    .some(({ reading }) =>
      reading.signals.some(({ resolved, detail }) => !resolved && detail.transient === true),
    )
