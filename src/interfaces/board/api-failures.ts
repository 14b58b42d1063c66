import type { FlakyTest } from '../../diagnosis/flaky-tests.ts'
import type { ReasonClass } from '../../reasons/reason.ts'

/** GET /failures?range=30d|24h */
export type Failures = {
  readonly format: 'mayday.failures/1'
  readonly now: string
  readonly range: '30d' | '24h'
  readonly bucketMs: number
  readonly runs: number
  readonly failed: number
  /** A bucket for each day or hour, the oldest first, also the empty ones. */
  readonly overTime: readonly {
    readonly at: string
    readonly runs: number
    readonly failed: number
    readonly byReason: Readonly<Record<string, number>>
    readonly byClass: Readonly<Record<string, number>>
  }[]
  readonly byReason: readonly FailureSum[]
  readonly byClass: readonly Omit<FailureSum, 'reason'>[]
  readonly byAgent: readonly FailureShare[]
  readonly byPhase: readonly FailureShare[]
  /** One cause, many runs: gates that are closed, and escalations that hold several tasks. */
  readonly incidents: readonly Incident[]
  /** The most repeated failures, at most 20. */
  readonly repeated: readonly {
    readonly fingerprint: string
    readonly reason: string
    readonly count: number
    readonly example: string
    /** The newest first, at most 20. */
    readonly runs: readonly number[]
    readonly tasks: number
    readonly firstAt: string
    readonly lastAt: string
  }[]
  /** Tests that failed and passed on unchanged code, at most 50, the one that failed most first. Whatever the range. */
  readonly flaky: readonly FlakyTest[]
  /** Of the failures, those of which nobody knows why; null of nothing. */
  readonly unknown: { readonly failed: number; readonly share: number | null }
  readonly corrected: number
  /** Null without a lesson. */
  readonly lessons: { readonly withLessons: HelpedShare; readonly withoutLessons: HelpedShare } | null
  readonly cost: { readonly tokens: number; readonly costUsd: number; readonly hours: number }
}

export type FailureSum = {
  readonly reason: string
  readonly class: ReasonClass
  readonly failed: number
  readonly costUsd: number
  readonly durationMs: number
}

export type FailureShare = {
  /** An agent or a phase; null where none was named. */
  readonly name: string | null
  readonly runs: number
  readonly failed: number
  readonly byReason: Readonly<Record<string, number>>
}

type HelpedShare = { readonly retries: number; readonly better: number; readonly share: number | null }

export type Incident = {
  readonly kind: 'gate' | 'breaker'
  readonly key: string
  readonly reason: string
  readonly words: string
  readonly since: string
  readonly until: string | null
  readonly evidence: string
  /** Tasks that it holds now. */
  readonly tasks: readonly number[]
  readonly escalation: number | null
}
