import { agentReaders } from '../agents/readers.ts'
import { join } from 'node:path'
import type { RunRecord } from '../record/run.ts'
import type { RunFacts } from '../signals/signal.ts'
import { readAgentEnd, readOutcomes } from '../supervision/rediagnose.ts'
import { RunFolder } from '../supervision/run-folder.ts'
import type { StageOutcome } from '../supervision/stage-outcome.ts'
import type { Project } from '../record/project.ts'

const READ_BY = { agents: agentReaders }

type InProject = { readonly project: Project }

const outcomesOf = async (run: RunRecord, { project }: InProject): Promise<readonly StageOutcome[]> =>
  (await readOutcomes(new RunFolder(join(project.record, run.logPath)), run, READ_BY)) ?? []

/** What the agent of a run said and did, read again from its log; null where that is gone. */
export const factsOf = async (run: RunRecord, context: InProject): Promise<RunFacts | null> =>
  (await outcomesOf(run, context)).find(({ spec }) => spec.stage === 'agent_run')?.reading.facts ?? null

/** More than anybody reports in one line. */
const TAIL_BYTES = 8192

/**
 * What the agent said last. Where it writes no records of a known kind, the end of what it printed belongs to it: a
 * report in JSON on a line of its own is read as a record there, and is in no words.
 */
export function lastWordsOf(run: RunRecord, { project }: InProject): string {
  const end = readAgentEnd(new RunFolder(join(project.record, run.logPath)), run, READ_BY)
  if (end === null) return ''
  const { structured, facts } = end.reading
  if (structured) return facts.lastWords
  return `${facts.lastWords}\n${end.bytes.subarray(-TAIL_BYTES).toString('utf8')}`
}

/** Did the stage that decided speak of something that may pass by itself: network, lock, server error? */
export const isTransientIn = async (run: RunRecord, context: InProject): Promise<boolean> =>
  (await outcomesOf(run, context))
    .filter(({ spec }) => spec.stage === run.stage)
    .some(({ reading }) =>
      reading.signals.some(({ resolved, detail }) => !resolved && detail.transient === true),
    )
