import type { Ending } from '../ending.ts'
import { reasonNames, type Reason } from '../reason.ts'
import { toBench } from './bench.ts'
import { toGza } from './gza.ts'
import { toRecovery } from './recovery.ts'
import { toSupervisor } from './supervisor.ts'

/** One vocabulary's word for each reason. Every reason has a word in every dialect. */
export type DialectName = 'gza' | 'recovery' | 'bench' | 'supervisor'

export const dialects: Readonly<Record<DialectName, (reason: Reason, ending?: Ending) => string>> = {
  gza: toGza,
  recovery: toRecovery,
  bench: toBench,
  supervisor: toSupervisor,
}

export const dialectNames: readonly DialectName[] = ['gza', 'recovery', 'bench', 'supervisor']

/** The reasons that have this word in a dialect. */
export const reasonsIn = (dialect: DialectName, word: string): readonly Reason[] =>
  reasonNames.filter((reason) => dialects[dialect](reason) === word)

export const inAllDialects = (reason: Reason, ending?: Ending): Record<DialectName, string> => ({
  gza: toGza(reason),
  recovery: toRecovery(reason),
  bench: toBench(reason),
  supervisor: toSupervisor(reason, ending),
})
