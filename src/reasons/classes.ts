import type { ReasonClass } from './reason.ts'
import type { Advice, BreakerScope, NextDifference, ReasonRow } from './reason-row.ts'

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
  readonly advice: Advice
}

const HINT: Advice = { todo: 'Say what it missed', deed: 'hint' }

export const classes: Readonly<Record<ReasonClass, ClassRow>> = {
  setup: {
    counted: false,
    difference: 'none',
    breaker: 'machine',
    provesCanary: false,
    sharesTrouble: true,
    isOutsideAgent: true,
    advice: { todo: 'Fix the setup, then try again', deed: 'retry' },
  },
  task: {
    counted: false,
    difference: 'none',
    breaker: 'none',
    provesCanary: false,
    sharesTrouble: false,
    isOutsideAgent: true,
    advice: { todo: 'Look at the task, then try again', deed: 'edit' },
  },
  machine: {
    counted: false,
    difference: 'none',
    breaker: 'machine',
    provesCanary: true,
    sharesTrouble: true,
    isOutsideAgent: true,
    advice: { todo: 'Repair the machine, then try again', deed: 'check' },
  },
  provider: {
    counted: false,
    difference: 'none',
    breaker: 'agent',
    provesCanary: true,
    sharesTrouble: true,
    isOutsideAgent: false,
    advice: { todo: 'Look at the account, then let Mayday check', deed: 'check' },
  },
  agent: {
    counted: true,
    difference: 'lesson',
    breaker: 'agent',
    provesCanary: true,
    sharesTrouble: false,
    isOutsideAgent: false,
    advice: HINT,
  },
  work: {
    counted: true,
    difference: 'lesson',
    breaker: 'none',
    provesCanary: true,
    sharesTrouble: false,
    isOutsideAgent: false,
    advice: HINT,
  },
  person: {
    counted: false,
    difference: 'none',
    breaker: 'none',
    provesCanary: false,
    sharesTrouble: false,
    isOutsideAgent: true,
    advice: { todo: 'Decide whether to try again', deed: 'retry' },
  },
  unknown: {
    counted: true,
    difference: 'lesson',
    breaker: 'agent',
    provesCanary: true,
    sharesTrouble: false,
    isOutsideAgent: false,
    advice: { todo: 'Read the log, name the reason', deed: 'log' },
  },
}

/** A limit of an account that passes by itself. Other gates need a person or a repair. */
export const isLimit = ({ policy: { plan, gate } }: ReasonRow): boolean =>
  plan === 'wait' && gate?.of === 'account'

/** A reason with its own gate needs no breaker. */
export const breakerOf = (row: ReasonRow): BreakerScope =>
  row.policy.gate === null ? (row.breaker ?? classes[row.class].breaker) : 'none'

export const adviceOf = (row: ReasonRow): Advice => row.advice ?? classes[row.class].advice

export const differenceOf = (row: ReasonRow): NextDifference =>
  row.difference ?? classes[row.class].difference
