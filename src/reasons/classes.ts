import type { ReasonClass } from './reason.ts'
import type { BreakerScope, NextDifference, ReasonRow } from './reason-row.ts'

/** What holds for all reasons of a class. */
export type ClassRow = {
  /** Does a run that failed so count as an attempt? The faults of others do not. */
  readonly counted: boolean
  /** A lesson helps only where the agent itself was at work. */
  readonly difference: NextDifference
  /** Whom three failures in a row of different tasks hold. */
  readonly breaker: BreakerScope
  /** Does a canary that ended so say something about the gate? */
  readonly provesCanary: boolean
  /** Another reason of the class is the same trouble: the account or machine does not work yet. */
  readonly sharesTrouble: boolean
}

export const classes: Readonly<Record<ReasonClass, ClassRow>> = {
  setup: {
    counted: false,
    difference: 'none',
    breaker: 'machine',
    provesCanary: false,
    sharesTrouble: true,
  },
  task: { counted: false, difference: 'none', breaker: 'none', provesCanary: false, sharesTrouble: false },
  machine: {
    counted: false,
    difference: 'none',
    breaker: 'machine',
    provesCanary: true,
    sharesTrouble: true,
  },
  provider: { counted: false, difference: 'none', breaker: 'agent', provesCanary: true, sharesTrouble: true },
  agent: { counted: true, difference: 'lesson', breaker: 'agent', provesCanary: true, sharesTrouble: false },
  work: { counted: true, difference: 'lesson', breaker: 'none', provesCanary: true, sharesTrouble: false },
  person: { counted: false, difference: 'none', breaker: 'none', provesCanary: false, sharesTrouble: false },
  unknown: {
    counted: true,
    difference: 'lesson',
    breaker: 'agent',
    provesCanary: true,
    sharesTrouble: false,
  },
}

/** A reason with a gate of its own needs no breaker. */
export const breakerOf = (row: ReasonRow): BreakerScope =>
  row.policy.gate === null ? (row.breaker ?? classes[row.class].breaker) : 'none'

export const differenceOf = (row: ReasonRow): NextDifference =>
  row.difference ?? classes[row.class].difference
