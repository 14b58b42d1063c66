import type { Ending, StopCause } from '../reasons/ending.ts'
import type { RunResult } from '../record/run-result.ts'
import type { Retrying } from '../signals/activity.ts'
import type { GoodStage } from './good-stage.ts'
import type { Extension } from './liveness.ts'
import type { ProcessIdentity } from './processes/processes.ts'
import type { RunStage } from './run-spec.ts'

/** A moment in a run's story, one line of events.jsonl. */
export type RunEvent =
  | { readonly event: 'run:created'; readonly run: number; readonly runId: string }
  | { readonly event: 'run:rejected'; readonly rejection: string }
  | {
      readonly event: 'run:adopted'
      readonly supervisor: ProcessIdentity
      /** What happened: the scheduler or supervisor that had it is gone. */
      readonly why: 'scheduler recovery'
    }
  /** The intent: from here on a process may exist. */
  | {
      readonly event: 'stage:starting'
      readonly stage: RunStage
      readonly from: number
      readonly fromLine: number
    }
  | {
      readonly event: 'stage:started'
      readonly stage: RunStage
      readonly wrapper: ProcessIdentity | null
      readonly pid: number
    }
  /** The running time of a stage so far, kept for an adopter. */
  | {
      readonly event: 'stage:ticked'
      readonly stage: RunStage
      readonly elapsedMs: number
      readonly silentMs: number
      /** How long the agent has been trying a failed request again; not there where it is not. */
      readonly retryingMs?: number
    }
  | { readonly event: 'stage:extended'; readonly stage: RunStage; readonly why: Extension }
  /** The agent tries a failed request again by itself. */
  | ({ readonly event: 'agent:retrying'; readonly stage: RunStage } & Omit<Retrying, 'notice'>)
  | {
      readonly event: 'stage:stopping'
      readonly stage: RunStage
      readonly by: StopCause
      /** Which limit it was, where it is not the running time. */
      readonly why?: 'retrying'
      readonly afterMs: number
    }
  | {
      readonly event: 'stage:ended'
      readonly stage: RunStage
      readonly to: number
      readonly toLine: number
      readonly ending: Ending
      readonly exitCode: number | null
      readonly endSignal: string | null
      readonly durationMs: number
      readonly io: { readonly read: number; readonly written: number } | null
      readonly memoryProof: 'own' | 'machine' | null
      /** Why its command could not be started. */
      readonly startError?: string
    }
  /** A stage failed: the good runs that its output is compared with, the newest first. */
  | { readonly event: 'stage:compared'; readonly stage: RunStage; readonly with: readonly GoodStage[] }
  /** The files that a stage changed and no stage before it; told before the next stage starts. */
  | { readonly event: 'tree:changed'; readonly stage: RunStage; readonly files: readonly string[] }
  /** A stage ended while the disk of its log or its work tree was full; `says` is the proof. */
  | { readonly event: 'disk:full'; readonly stage: RunStage; readonly says: string }
  /** Verify runs at the start of the task, to compare with. */
  | { readonly event: 'start:testing'; readonly commit: string }
  | { readonly event: 'strays:stopped'; readonly count: number; readonly left: number }
  /** Processes of a stage may still run where Mayday cannot find them. */
  | { readonly event: 'strays:unsure'; readonly stage: RunStage; readonly says: string }
  | { readonly event: 'state:rebuilt'; readonly why: string }
  | {
      readonly event: 'run:ended'
      readonly status: RunResult['status']
      readonly reason: string | null
      readonly summary: string
    }

/** With the moment it happened, in UTC. */
export type Recorded = RunEvent & { readonly at: string }
