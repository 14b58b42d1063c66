/** The closed list of reasons. The order is the precedence: across stages the earlier reason wins. */
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

/** A failure without a reason is UNKNOWN. */
export const orUnknown = <T extends string>(reason: T | null | undefined): T | 'UNKNOWN' =>
  reason ?? 'UNKNOWN'

/** Nothing proves why it failed. */
export const isUnknown = (reason: string | null | undefined): boolean => orUnknown(reason) === 'UNKNOWN'

/** 1 for the reason that wins over all others. UNKNOWN is the last. */
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
