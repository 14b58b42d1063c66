import type { Ending } from '../reasons/ending.ts'
import type { Reading, Signal } from '../signals/signal.ts'
import type { StageSpec } from './run-spec.ts'

/** A place in the log. */
export type LogPlace = { readonly offset: number; readonly line: number }

/** A stage that is over, and everything it said. */
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
  /** What proves that the disk was full when it ended. */
  readonly diskProof: string | null
  /** Why its command could not be started: the system refused to execute it. */
  readonly startError?: string | null
  readonly reading: Reading
  /** When the agent was to try a failed request again by itself. */
  readonly retryAt?: string | null
  /** Why processes of it may still run where Mayday cannot find them. */
  readonly mayHaveEscaped?: string
  /** What it changed in the work tree, where it is not the agent's. */
  readonly changedFiles?: readonly string[]
  /** What the agent's own transcript tells, where the output does not say why it failed. */
  readonly transcript?: readonly Signal[]
}

/** A stage is read by itself, but its evidence stands in the log of the whole run. */
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
