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

/** What the agent of a run said and did, read again from its log. Null if the log is missing. */
export const factsOf = async (run: RunRecord, context: InProject): Promise<RunFacts | null> =>
  (await outcomesOf(run, context)).find(({ spec }) => spec.stage === 'agent_run')?.reading.facts ?? null

/** Longer than any report in one line. */
const TAIL_BYTES = 8192

/**
 * The last words of the agent. If the agent writes no known records, the end of its output counts as its words. There,
 * a report that is a line of JSON was read as a record, so the words do not contain it.
 */
export function lastWordsOf(run: RunRecord, { project }: InProject): string {
  const end = readAgentEnd(new RunFolder(join(project.record, run.logPath)), run, READ_BY)
  if (end === null) return ''
  const { structured, facts } = end.reading
  if (structured) return facts.lastWords
  return `${facts.lastWords}\n${end.bytes.subarray(-TAIL_BYTES).toString('utf8')}`
}

/** True if the deciding stage reported a failure that may be temporary: network, lock, server error. */
export const isTransientIn = async (run: RunRecord, context: InProject): Promise<boolean> =>
  (await outcomesOf(run, context))
    .filter(({ spec }) => spec.stage === run.stage)
    .some(({ reading }) =>
      reading.signals.some(({ resolved, detail }) => !resolved && detail.transient === true),
    )
