import type { Reason } from '../reason.ts'
import { reasons } from '../table.ts'

export type RecoveryWord =
  | 'BROKEN_BUILD'
  | 'VERIFICATION_FAILED'
  | 'CIRCULAR_FIX'
  | 'CONTEXT_EXHAUSTED'
  | 'UNKNOWN'

export const toRecovery = (reason: Reason): RecoveryWord => reasons[reason].words.recovery
