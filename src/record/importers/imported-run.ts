import type { RunRecord } from '../run.ts'
import type { NewLesson } from '../task.ts'

/** A run as another program recorded it. Its reason keeps the other program's word. */
export type ImportedRun = Pick<
  RunRecord,
  | 'title'
  | 'flow'
  | 'agent'
  | 'branch'
  | 'logPath'
  | 'startedAt'
  | 'endedAt'
  | 'durationMs'
  | 'turns'
  | 'costUsd'
  | 'tokens'
  | 'sessionId'
  | 'model'
  | 'reason'
> & {
  /** What tells it from all others of the same origin, for ever: importing twice changes nothing. */
  readonly key: string
  readonly prompt: string
  readonly status: 'succeeded' | 'failed' | 'canceled'
  readonly phase?: string | null
  /** The key of an earlier run, of which this one is another attempt. */
  readonly sameTaskAs?: string
  /** The last commit of its task that is known to be good, in this repository. */
  readonly goodCommit?: string
  /** What it taught, where it failed. */
  readonly lesson?: Pick<NewLesson, 'error' | 'attempted' | 'files' | 'context' | 'fingerprint'>
}

/** For a program that kept nothing of the kind. */
export const unmeasured: Pick<
  ImportedRun,
  'branch' | 'logPath' | 'durationMs' | 'turns' | 'costUsd' | 'tokens' | 'sessionId' | 'model'
> = {
  branch: null,
  logPath: '',
  durationMs: null,
  turns: null,
  costUsd: null,
  tokens: null,
  sessionId: null,
  model: null,
}

export type ImportCounts = { readonly imported: number; readonly known: number }
