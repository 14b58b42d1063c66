import { ownRow, type OwnReason } from '../reasons/own-reason.ts'
import type { PolicyOverrides } from '../recovery/policy.ts'
import type { Config } from './config.ts'

/** The custom reasons of the project, with defaults for absent values. */
export const ownReasonsOf = ({ reasons, policy }: Pick<Config, 'reasons' | 'policy'>): readonly OwnReason[] =>
  Object.entries(reasons).map(([name, own]) => ({
    name,
    class: own.class ?? 'unknown',
    plan: policy[name]?.plan ?? own.plan ?? 'escalate',
    after: own.after ?? 'INTERRUPTED',
    like: own.like ?? 'UNKNOWN',
    meaning: own.meaning ?? `The agent said ${name}.`,
  }))

/** The policy of the project, custom reasons included. */
export function overridesOf(config: Pick<Config, 'reasons' | 'policy'>): PolicyOverrides {
  const own = ownReasonsOf(config).map(
    (reason) => [reason.name, { ...config.policy[reason.name], row: ownRow(reason) }] as const,
  )
  return { ...config.policy, ...Object.fromEntries(own) }
}
