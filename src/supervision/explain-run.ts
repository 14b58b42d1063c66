/**
 * Explains the folder of a recorded run from its own files, with
 * the same stages, endings and marks as when the run ended.
 */
import { verdictOf } from '../diagnosis/diagnosis.ts'
import { statSync } from 'node:fs'
import { classifier } from '../diagnosis/diagnosis.ts'
import type { Explanation } from '../diagnosis/explain.ts'
import { inAllDialects } from '../reasons/dialects/dialects.ts'
import { inTable } from '../reasons/custom-reason.ts'
import { reasons } from '../reasons/table.ts'
import { customIn, type RunDiagnosis, type RunResult, type StageReport } from '../record/run-result.ts'
import { rediagnoseRun, type GivenToRead, type Judgeable } from './rediagnose.ts'
import { RunFolder } from './run-folder.ts'
import type { RunSpec } from './run-spec.ts'
import { readStory, type StageStory } from './run-story.ts'

/** Null if the folder contains no recorded run, or not everything that its verdict needs. */
export async function explainRunFolder(path: string, given: GivenToRead): Promise<Explanation | null> {
  const folder = new RunFolder(path)
  const spec = folder.spec()
  if (spec === null) return null
  const kept = folder.result()
  const judged = await rediagnoseRun(folder, kept ?? unfinished(folder, spec), given)
  if (judged.kind === 'judged') return explanationOfResult(judged.result)
  // A canceled run and a refused launch have no stage to diagnose. The recorded result stays.
  return kept === null || judged.kind === 'gone' ? null : explanationOfResult(kept)
}

/** The facts about a run without a result: it is live, or it was not finished yet. */
function unfinished(folder: RunFolder, spec: RunSpec): Judgeable {
  const size = statSync(folder.log, { throwIfNoEntry: false })?.size ?? 0
  const stages = readStory(folder.events()).map((story) => reportOf(story, spec, size))
  return { status: 'failed', stages, changedFiles: null, branch: null, endedAt: new Date().toISOString() }
}

function reportOf({ stage, startedAt, from, ended }: StageStory, spec: RunSpec, size: number): StageReport {
  const command = spec.stages.find((one) => one.stage === stage)?.command ?? ''
  const base = { stage, command, startedAt, from: from.offset, reason: null }
  if (ended === null)
    return {
      ...base,
      endedAt: startedAt,
      durationMs: 0,
      to: size,
      ending: { kind: 'unknown' },
      exitCode: null,
      endSignal: null,
    }
  const { at, durationMs, to, ending, exitCode, endSignal } = ended
  return { ...base, endedAt: at, durationMs, to, ending, exitCode, endSignal }
}

function explanationOfResult(result: RunResult): Explanation {
  const { diagnosis, ending, plan, circular, sessionId, model, turns, costUsd, tokens } = result
  const verdict = diagnosis ?? canceled(result)
  const { custom: _, own: __, approach: _approach, repeats: _repeats, compared: _compared, ...told } = verdict
  const custom = customIn(verdict)
  const reason = verdict.reason === null ? null : inTable(verdict.reason, custom)
  return {
    ...told,
    format: 'mayday.explain/2',
    verdict: verdictOf(verdict),
    reason,
    class: reason === null ? null : reasons[reason].class,
    meaning: reason === null ? null : (custom?.meaning ?? reasons[reason].meaning),
    circular,
    ending,
    plan,
    dialects: reason === null ? null : inAllDialects(reason, ending),
    agent: result.agent,
    ...(sessionId === null ? {} : { sessionId }),
    ...(model === null ? {} : { model }),
    ...(turns === null ? {} : { turns }),
    ...(costUsd === null ? {} : { costUsd }),
    ...(tokens === null ? {} : { tokens }),
  }
}

/** A cancel is not a failure. */
const canceled = ({ stage }: RunResult): RunDiagnosis => ({
  reason: null,
  stage,
  confidence: 'high',
  rule: 'mayday.canceled',
  evidence: [],
  alternatives: [],
  circular: false,
  classifier,
})
