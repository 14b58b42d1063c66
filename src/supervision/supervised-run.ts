import type { SecretSpans } from '../secrets/secret-spans.ts'
import type { Activity } from '../signals/activity.ts'
import type { GoodStage } from './good-stage.ts'
import type { KnownAgents } from './known-agents.ts'
import type { Processes } from './processes/processes.ts'
import type { Recorded, RunEvent } from './run-event.ts'
import type { TreeWatch } from './tree-watch.ts'
import type { Environment, RunFolder } from './run-folder.ts'
import type { RunSpec, StageSpec } from './run-spec.ts'
import type { RunStage } from '../reasons/stages.ts'

/** The current state of a live run, for its watcher. */
export type LiveView = {
  readonly stage: RunStage
  readonly elapsedMs: number
  readonly silentMs: number
  readonly logBytes: number
  readonly activity: Activity
}

/** Signals to a run, and callbacks from it. */
export type Watcher = {
  /** `cancel` stops it with TERM first; `force` kills it at once. */
  readonly cancel: AbortSignal
  readonly force: AbortSignal
  readonly report: (event: Recorded) => void
  readonly show: (view: LiveView) => void
}

/** A supervised run: the data that all its stages share. */
export type SupervisedRun = {
  readonly folder: RunFolder
  readonly spec: RunSpec
  readonly env: Environment
  readonly processes: Processes
  readonly watcher: Watcher
  readonly knownAgents: KnownAgents
  /** Values that must not be shown. */
  readonly secrets: readonly string[]
  /** The positions of secrets in the part of the log that was read. Created on the first call. */
  readonly spans: () => Promise<SecretSpans>
  /** The log, open for reading even if its name is gone. */
  readonly logFile: number
  readonly changes: TreeWatch
  /** The last good runs of a stage's command, newest first. */
  readonly goodStages: (stage: StageSpec) => readonly GoodStage[]
  readonly record: (event: RunEvent) => void
  /**
   * Restores files that were deleted during the run. Called often; works about once a second, and always at the end.
   */
  readonly keep: (when: 'sometimes' | 'last') => void
}
