import type { Ending } from '../reasons/ending.ts'
import type { Reading, Signal } from '../signals/signal.ts'
import type { StageSpec } from './run-spec.ts'

export type LogPlace = { readonly offset: number; readonly line: number }

/** An ended stage with everything it printed. */
export type StageOutcome = {
  readonly spec: StageSpec
  readonly startedAt: string
  readonly endedAt: string
  /** Running time, without the machine's sleep. */
  readonly durationMs: number
  readonly from: LogPlace
  readonly to: LogPlace
  readonly ending: Ending
  readonly exitCode: number | null
  readonly endSignal: string | null
  readonly io: { readonly read: number; readonly written: number } | null
  readonly memoryProof: 'own' | 'machine' | null
  /** The proof that the disk was full when it ended. */
  readonly diskProof: string | null
  /** Why the system refused to execute its command. */
  readonly startError?: string | null
  readonly reading: Reading
  /** When the agent itself would have retried a failed request. */
  readonly retryAt?: string | null
  /** Why some of its processes may still run where Mayday cannot find them. */
  readonly mayHaveEscaped?: string
  /** What it changed in the work tree, if it is not the agent's stage. */
  readonly changedFiles?: readonly string[]
  /** Signals from the agent's transcript, if the output does not say why it failed. */
  readonly transcript?: readonly Signal[]
}

/** A stage is read separately, but its evidence refers to the log of the whole run. */
export function placedIn(reading: Reading, from: LogPlace): Reading {
  if (from.offset === 0) return reading
  return {
    ...reading,
    lines: reading.lines + from.line,
    signals: reading.signals.map((signal) => placed(signal, from)),
  }
}

const placed = (signal: Signal, from: LogPlace): Signal =>
  signal.at === null
    ? signal
    : {
        ...signal,
        at: {
          ...signal.at,
          line: signal.at.line + from.line,
          byteOffset: signal.at.byteOffset + from.offset,
        },
      }
