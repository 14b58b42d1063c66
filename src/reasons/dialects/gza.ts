import { isReason, type Reason } from '../reason.ts'
import { reasons } from '../table.ts'

export type GzaWord = 'MAX_TURNS' | 'TEST_FAILURE' | 'UNKNOWN'

export const toGza = (reason: Reason): GzaWord => reasons[reason].words.gza

/** Maps gza's own words, including later ones, to reasons. The original word is kept as evidence. */
const gzaAliases: Readonly<Record<string, Reason>> = {
  TEST_FAILURE: 'TESTS_FAILED',
  AGENT_FORFEIT: 'AGENT_GAVE_UP',
  CONFIG_ERROR: 'LAUNCH_REJECTED',
  MAX_STEPS: 'MAX_TURNS',
  INFRASTRUCTURE_ERROR: 'SANDBOX_ERROR',
  PROVIDER_UNAVAILABLE: 'LLM_ERROR',
  RETRYABLE_PROVIDER_ERROR: 'LLM_ERROR',
  WORKER_DIED: 'WORKER_CRASHED',
  NO_ACTIVITY: 'STALLED',
  KILLED: 'INTERRUPTED',
  TERMINATED: 'INTERRUPTED',
}

/** The recovery dialect's word for a failed check. A marker may use it too. */
const otherAliases: Readonly<Record<string, Reason>> = { VERIFICATION_FAILED: 'TESTS_FAILED' }

/** The reason for a word of any dialect; null if the word is unknown. */
export const reasonOfWord = (word: string): Reason | null =>
  isReason(word) ? word : (gzaAliases[word] ?? otherAliases[word] ?? null)
