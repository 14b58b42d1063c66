/** The closed list of reasons. Its order is the precedence: across stages the earlier one wins. */
export const reasonNames = [
  'LAUNCH_REJECTED',
  'GIT_CLONE_FAILED',
  'GIT_CHECKOUT_FAILED',
  'SETUP_TIMEOUT',
  'SETUP_FAILED',
  'BASELINE_NOT_FAILING',
  'SANDBOX_ERROR',
  'DISK_FULL',
  'OUT_OF_MEMORY',
  'AUTH_FAILED',
  'USAGE_LIMIT',
  'RATE_LIMITED',
  'MODEL_UNAVAILABLE',
  'CONTEXT_EXHAUSTED',
  'REFUSED',
  'LLM_ERROR',
  'PERMISSION_BLOCKED',
  'TOOL_ERROR',
  'WORKER_CRASHED',
  'STALLED',
  'TIMEOUT',
  'BUDGET_EXCEEDED',
  'MAX_TURNS',
  'AGENT_GAVE_UP',
  'CIRCULAR_FIX',
  'BROKEN_BUILD',
  'TESTS_FAILED',
  'NO_CHANGES',
  'NO_TESTS_COLLECTED',
  'INTERNAL_ERROR',
  'INTERRUPTED',
  'UNKNOWN',
] as const

export type Reason = (typeof reasonNames)[number]

export const isReason = (word: string): word is Reason => (reasonNames as readonly string[]).includes(word)

/** 1 for the reason that wins over all others, 32 for UNKNOWN. */
export const precedence = (reason: Reason): number => reasonNames.indexOf(reason) + 1

export const reasonClasses = [
  'setup',
  'task',
  'machine',
  'provider',
  'agent',
  'work',
  'person',
  'unknown',
] as const

export type ReasonClass = (typeof reasonClasses)[number]

export const planKinds = ['retry', 'resume', 'continue', 'rollback', 'wait', 'escalate', 'stop'] as const

export type PlanKind = (typeof planKinds)[number]

/** What to do by default. `retries` counts further runs; after them, or where it is 0, a person is asked. */
export type Policy = {
  readonly plan: PlanKind
  /** Taken where the first plan is not possible: a session that cannot be resumed. */
  readonly otherwise?: PlanKind
  readonly retries: number
  readonly backoff: boolean
  /** Everything that depends on the same account or machine waits with it. */
  readonly gate: boolean
  /** What ends the repetition where no number does: the reset, a time, or two runs without a change. */
  readonly bound?: 'reset' | 'time' | 'progress'
  /** A person is asked after this much of it. */
  readonly escalateAfterMs?: number
  /** The default plan in words, as a person would say it. */
  readonly words: string
}

export type ReasonRow = {
  readonly class: ReasonClass
  /** May an agent claim it by a marker? */
  readonly claimable: boolean
  /** Does an identical run make sense? `evidence`: only where the evidence is itself transient. */
  readonly transient: boolean | 'evidence'
  readonly meaning: string
  readonly causes: string
  readonly policy: Policy
}
