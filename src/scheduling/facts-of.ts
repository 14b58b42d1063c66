import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { RunRecord } from '../record/run.ts'
import type { RunFacts } from '../signals/signal.ts'
import { readOutcomes } from '../supervision/rediagnose.ts'
import { RunFolder } from '../supervision/run-folder.ts'
import type { StageOutcome } from '../supervision/stage-outcome.ts'
import type { Project } from '../record/project.ts'

type InProject = { readonly project: Project }

const outcomesOf = (run: RunRecord, { project }: InProject): readonly StageOutcome[] =>
  readOutcomes(new RunFolder(join(project.record, run.logPath)), run) ?? []

/** What the agent of a run said and did, read again from its log; null where that is gone. */
export const factsOf = (run: RunRecord, house: InProject): RunFacts | null =>
  outcomesOf(run, house).find(({ spec }) => spec.stage === 'agent_run')?.reading.facts ?? null

/** More than anybody reports in one line. */
const TAIL_BYTES = 8192

/** What the agent said last; of a command that is no agent we know, the end of what it printed. */
export function lastWordsOf(run: RunRecord, house: InProject): string {
  const agent = outcomesOf(run, house).find(({ spec }) => spec.stage === 'agent_run')
  if (agent === undefined) return ''
  const { reading, from, to } = agent
  if (reading.agent !== null || reading.facts.lastWords !== '') return reading.facts.lastWords
  const start = Math.max(from.offset, to.offset - TAIL_BYTES)
  return readPart(join(house.project.record, run.logPath, 'worker.log'), start, to.offset - start)
}

function readPart(path: string, offset: number, bytes: number): string {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(bytes)
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, bytes, offset))
  } finally {
    closeSync(file)
  }
}

/** Did the stage that decided speak of something that may pass by itself: network, lock, server error? */
export const isTransientIn = (run: RunRecord, house: InProject): boolean =>
  outcomesOf(run, house)
    .filter(({ spec }) => spec.stage === run.stage)
    .some(({ reading }) =>
      reading.signals.some(({ resolved, detail }) => !resolved && detail.transient === true),
    )
