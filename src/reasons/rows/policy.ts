import type { PlanKind } from '../reason.ts'
import type { Policy } from '../reason-row.ts'

export const policy = (
  plan: PlanKind,
  words: string,
  more: Partial<Omit<Policy, 'plan' | 'words'>> = {},
): Policy => ({ plan, retries: 0, backoff: false, gate: null, ...more, words })
