import type { AgentProfile } from '../supervision/profiles/profile.ts'
import type { Environment } from '../supervision/run-folder.ts'
import type { ReconcileContext } from '../supervision/reconcile.ts'
import type { Recorded } from '../supervision/run-event.ts'
import type { Watcher } from '../supervision/supervised-run.ts'
import type { AttemptRecord } from './attempt-record.ts'
import type { RunStage } from '../reasons/stages.ts'

/** An event of a series. */
export type BenchEvent =
  | {
      readonly event: 'series:started'
      readonly series: string
      readonly suite: string
      readonly agent: string
      /** All attempts, those that were done before, and those of them that passed. */
      readonly total: number
      readonly done: number
      readonly passed: number
    }
  | {
      readonly event: 'attempt:started'
      readonly task: string
      readonly attempt: number
      readonly runId: string
    }
  /** The attempt was running when the series was killed, and it still runs. */
  | {
      readonly event: 'attempt:adopted'
      readonly task: string
      readonly attempt: number
      readonly runId: string
    }
  /** The attempt ended together with the killed series, so its result says nothing about the agent. It is repeated. */
  | {
      readonly event: 'attempt:lost'
      readonly task: string
      readonly attempt: number
      readonly runId: string
    }
  | {
      readonly event: 'stage:started'
      readonly task: string
      readonly attempt: number
      readonly stage: RunStage
    }
  | { readonly event: 'attempt:ended'; readonly record: AttemptRecord }

/** Everything that a series needs. */
export type BenchContext = ReconcileContext & {
  readonly env: Environment
  /** The agent profiles, with the settings of the project. */
  readonly agents: readonly AgentProfile[]
  /** Stops everything gracefully. `force`: at once. */
  readonly cancel: AbortSignal
  readonly force: AbortSignal
  readonly tell: (event: BenchEvent) => void
}

/** Watches one run for the series. */
export const watcherFor = (
  { cancel, force, tell }: BenchContext,
  { task, attempt }: { readonly task: string; readonly attempt: number },
): Watcher => ({
  cancel,
  force,
  report: (event: Recorded) => {
    if (event.event === 'stage:starting') tell({ event: 'stage:started', task, attempt, stage: event.stage })
  },
  show: () => undefined,
})
