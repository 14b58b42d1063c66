import type { Ending } from '../ending.ts'
import { reasonNames, type Reason } from '../reason.ts'
import { toBench } from './bench.ts'
import { toGza } from './gza.ts'
import { toRecovery } from './recovery.ts'
import { toSupervisor } from './supervisor.ts'

export const dialectNames = ['gza', 'recovery', 'bench', 'supervisor'] as const

export type DialectName = (typeof dialectNames)[number]

/** One vocabulary's word for each of our reasons. Total: every reason has a word in every dialect. */
export const dialects: Readonly<Record<DialectName, (reason: Reason, ending?: Ending) => string>> = {
  gza: toGza,
  recovery: toRecovery,
  bench: toBench,
  supervisor: toSupervisor,
}

/** Our reasons that a dialect calls by this word. */
export const reasonsIn = (dialect: DialectName, word: string): readonly Reason[] =>
  reasonNames.filter((reason) => dialects[dialect](reason) === word)

export const inAllDialects = (reason: Reason, ending?: Ending): Record<DialectName, string> => ({
  gza: toGza(reason),
  recovery: toRecovery(reason),
  bench: toBench(reason),
  supervisor: toSupervisor(reason, ending),
})
