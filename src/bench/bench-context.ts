import type { AgentProfile } from '../supervision/profiles/profile.ts'
import type { RunStage } from '../supervision/run-spec.ts'
import type { Environment } from '../supervision/run-folder.ts'
import type { ReconcileContext } from '../supervision/reconcile.ts'
import type { Recorded } from '../supervision/run-event.ts'
import type { Watcher } from '../supervision/supervised-run.ts'
import type { AttemptRecord } from './attempt-record.ts'

/** A moment in the story of a series. */
export type BenchEvent =
  | {
      readonly event: 'series:started'
      readonly series: string
      readonly suite: string
      readonly agent: string
      /** Attempts in all, those that were done before, and those of them that passed. */
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
  /** It was running when the series was killed, and still runs. */
  | {
      readonly event: 'attempt:adopted'
      readonly task: string
      readonly attempt: number
      readonly runId: string
    }
  /** It ended together with the killed series, so its result says nothing about the agent. It is made again. */
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

/** Everything that a series works with. */
export type BenchContext = ReconcileContext & {
  readonly env: Environment
  /** The known agents, as the project wants them. */
  readonly agents: readonly AgentProfile[]
  /** Stops everything politely; `force` at once. */
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
