import type { ReasonClass } from './reason.ts'
import type { BreakerScope, NextDifference, ReasonRow } from './reason-row.ts'

/** The properties of all reasons of a class. */
export type ClassRow = {
  /** Whether a run with this failure counts as an attempt. Failures that are not the task's fault do not. */
  readonly counted: boolean
  /** A lesson helps only if the agent itself failed. */
  readonly difference: NextDifference
  /** Whose runs are paused after three failures in a row of different tasks. */
  readonly breaker: BreakerScope
  /** Whether a canary with this ending proves something about the gate. */
  readonly provesCanary: boolean
  /** Whether another reason of the class means the same problem: the account or machine does not work yet. */
  readonly sharesTrouble: boolean
  /** Whether it says nothing about the agent, in any stage. Reports of benchmarks leave it out. */
  readonly isOutsideAgent: boolean
}

export const classes: Readonly<Record<ReasonClass, ClassRow>> = {
  setup: {
    counted: false,
    difference: 'none',
    breaker: 'machine',
    provesCanary: false,
    sharesTrouble: true,
    isOutsideAgent: true,
  },
  task: {
    counted: false,
    difference: 'none',
    breaker: 'none',
    provesCanary: false,
    sharesTrouble: false,
    isOutsideAgent: true,
  },
  machine: {
    counted: false,
    difference: 'none',
    breaker: 'machine',
    provesCanary: true,
    sharesTrouble: true,
    isOutsideAgent: true,
  },
  provider: {
    counted: false,
    difference: 'none',
    breaker: 'agent',
    provesCanary: true,
    sharesTrouble: true,
    isOutsideAgent: false,
  },
  agent: {
    counted: true,
    difference: 'lesson',
    breaker: 'agent',
    provesCanary: true,
    sharesTrouble: false,
    isOutsideAgent: false,
  },
  work: {
    counted: true,
    difference: 'lesson',
    breaker: 'none',
    provesCanary: true,
    sharesTrouble: false,
    isOutsideAgent: false,
  },
  person: {
    counted: false,
    difference: 'none',
    breaker: 'none',
    provesCanary: false,
    sharesTrouble: false,
    isOutsideAgent: true,
  },
  unknown: {
    counted: true,
    difference: 'lesson',
    breaker: 'agent',
    provesCanary: true,
    sharesTrouble: false,
    isOutsideAgent: false,
  },
}

/** A reason with its own gate needs no breaker. */
export const breakerOf = (row: ReasonRow): BreakerScope =>
  row.policy.gate === null ? (row.breaker ?? classes[row.class].breaker) : 'none'

export const differenceOf = (row: ReasonRow): NextDifference =>
  row.difference ?? classes[row.class].difference
