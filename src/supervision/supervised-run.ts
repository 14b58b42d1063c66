import type { SecretSpans } from '../secrets/secret-spans.ts'
import type { Activity } from '../signals/activity.ts'
import type { GoodStage } from './good-stage.ts'
import type { KnownAgents } from './known-agents.ts'
import type { Processes } from './processes/processes.ts'
import type { Recorded, RunEvent } from './run-event.ts'
import type { TreeWatch } from './tree-watch.ts'
import type { Environment, RunFolder } from './run-folder.ts'
import type { RunSpec, RunStage, StageSpec } from './run-spec.ts'

/** A live run at one moment, for whoever watches it. */
export type LiveView = {
  readonly stage: RunStage
  readonly elapsedMs: number
  readonly silentMs: number
  readonly logBytes: number
  readonly activity: Activity
}

/** What the outside wants of a run, and what it is told. */
export type Watcher = {
  /** Stop it politely; `force` at once. */
  readonly cancel: AbortSignal
  readonly force: AbortSignal
  readonly report: (event: Recorded) => void
  readonly show: (view: LiveView) => void
}

/** A run under supervision: what all its stages share. */
export type SupervisedRun = {
  readonly folder: RunFolder
  readonly spec: RunSpec
  readonly env: Environment
  readonly processes: Processes
  readonly watcher: Watcher
  readonly knownAgents: KnownAgents
  /** Values that must not be shown. */
  readonly secrets: readonly string[]
  /** Where secrets stand in the log, as far as it was read. Made when it is first wanted. */
  readonly spans: () => Promise<SecretSpans>
  /** The log, open for reading whatever happens to its name. */
  readonly logFile: number
  readonly changes: TreeWatch
  /** The last good runs of a stage's command, the newest first. */
  readonly goodStages: (stage: StageSpec) => readonly GoodStage[]
  readonly record: (event: RunEvent) => void
  /** Puts back what somebody deleted under the run: asked often, done about once a second, and for sure at the end. */
  readonly keep: (when: 'sometimes' | 'last') => void
}
