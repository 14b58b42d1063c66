import type { Reason } from '../reason.ts'

export type RecoveryWord =
  | 'BROKEN_BUILD'
  | 'VERIFICATION_FAILED'
  | 'CIRCULAR_FIX'
  | 'CONTEXT_EXHAUSTED'
  | 'UNKNOWN'

const recoveryOwn: Partial<Record<Reason, RecoveryWord>> = {
  SETUP_FAILED: 'BROKEN_BUILD',
  CONTEXT_EXHAUSTED: 'CONTEXT_EXHAUSTED',
  CIRCULAR_FIX: 'CIRCULAR_FIX',
  BROKEN_BUILD: 'BROKEN_BUILD',
  TESTS_FAILED: 'VERIFICATION_FAILED',
  NO_CHANGES: 'VERIFICATION_FAILED',
  NO_TESTS_COLLECTED: 'VERIFICATION_FAILED',
  INTERNAL_ERROR: 'BROKEN_BUILD',
}

export const toRecovery = (reason: Reason): RecoveryWord => recoveryOwn[reason] ?? 'UNKNOWN'
