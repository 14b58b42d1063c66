import type { TestComparison } from '../diagnosis/compare-tests.ts'
import type { Alternative, Confidence } from '../diagnosis/diagnosis.ts'
import type { Advice, Evidence } from '../diagnosis/explain.ts'
import type { TriedTests } from '../diagnosis/flaky-tests.ts'
import type { Ending } from '../reasons/ending.ts'
import type { OwnReason } from '../reasons/own-reason.ts'
import type { Reason } from '../reasons/reason.ts'
import type { Stage } from '../reasons/stages.ts'

/** One stage of a run, and the bytes of worker.log that were written during it. */
export type StageReport = {
  readonly stage: Stage
  /** As a person would type it. */
  readonly command: string
  readonly startedAt: string
  readonly endedAt: string
  readonly durationMs: number
  readonly from: number
  readonly to: number
  readonly ending: Ending
  readonly exitCode: number | null
  readonly endSignal: string | null
  readonly reason: string | null
  /** Why processes of it may still run where Mayday cannot find them; missing where none can. */
  readonly mayHaveEscaped?: string
  /** Files that this stage changed and no stage before it. Missing where there are none; the agent's are the run's. */
  readonly changedFiles?: readonly string[]
}

/** What the verify command said. */
export type VerifyReport = {
  readonly command: string
  readonly passed: boolean
  readonly exitCode: number | null
  readonly reason: Reason | null
  readonly durationMs: number
}

/** How the tests of a stage went, and on which code. */
export type StageTests = Omit<TriedTests, 'at'> & { readonly stage: Stage }

/** The verdict on a whole run, as it is kept. The reason may be one of the project's own. */
export type RunDiagnosis = {
  readonly reason: string | null
  /** What the project's config said of it, where it is the project's own. */
  readonly own?: OwnReason
  readonly stage: Stage
  readonly confidence: Confidence
  readonly rule: string
  readonly evidence: readonly Evidence[]
  readonly alternatives: readonly Alternative[]
  readonly circular: boolean
  readonly classifier: string
  readonly resetAt?: string
  /** What the agent itself gave as the cause. */
  readonly statedReason?: string
  /** Failing tests or files, where a tool named them. */
  readonly failing?: readonly string[]
  /** The failing tests of verify against those at the task's start, where that was asked for. */
  readonly compared?: TestComparison
  /** A tool that was started and never finished. */
  readonly openTool?: string
  /** What the agent says it tried. */
  readonly approach?: string
  /** The runs whose approach was tried again. */
  readonly repeats?: readonly number[]
}

/** `result.json`, written last: the truth where database and files differ. */
export type RunResult = {
  readonly format: 'mayday.result/1'
  readonly runId: string
  /** The run's number, for people. */
  readonly run: number
  readonly taskId: string
  readonly attempt: number
  readonly flow: string
  readonly phase: string | null
  readonly card: string | null
  readonly agent: string | null
  readonly status: 'succeeded' | 'failed' | 'canceled'
  readonly ending: Ending
  readonly exitCode: number | null
  readonly endSignal: string | null
  readonly stage: Stage
  readonly reason: string | null
  /** One sentence for people. */
  readonly summary: string
  /** Why the launch was refused, in a few words. */
  readonly rejection: string | null
  readonly circular: boolean
  readonly diagnosis: RunDiagnosis | null
  readonly plan: Advice | null
  readonly startedAt: string
  readonly endedAt: string
  readonly durationMs: number
  /** Of the whole process tree, by the system's counters. Null where it does not offer them, never 0 for unknown. */
  readonly bytesRead: number | null
  readonly bytesWritten: number | null
  readonly turns: number | null
  readonly costUsd: number | null
  readonly tokens: number | null
  readonly sessionId: string | null
  readonly model: string | null
  /** What the agent changed, relative to the top of the work tree; null where it could not be measured. */
  readonly changedFiles: readonly string[] | null
  readonly branch: string | null
  readonly verify: VerifyReport | null
  /** Of baseline and verify, where they got as far as their tests. */
  readonly tests?: readonly StageTests[]
  readonly stages: readonly StageReport[]
  /** Relative to the project root. */
  readonly logPath: string
}

/** Every file that changed during a run, by whichever of its stages. */
export const filesLeftBy = ({
  changedFiles,
  stages,
}: Pick<RunResult, 'changedFiles' | 'stages'>): readonly string[] => [
  ...new Set([...(changedFiles ?? []), ...stages.flatMap((stage) => stage.changedFiles ?? [])]),
]

/** How long a run worked; null where nothing measured it: it never started, or no file of it was left to tell. */
export const workedMs = ({
  durationMs,
  stages,
}: {
  readonly durationMs: number | null
  readonly stages: readonly unknown[]
}): number | null => (durationMs === 0 && stages.length === 0 ? null : durationMs)
