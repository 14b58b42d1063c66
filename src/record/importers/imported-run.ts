import type { RunRecord } from '../run.ts'

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
}

export type ImportCounts = { readonly imported: number; readonly known: number }
