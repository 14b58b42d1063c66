import { customDefaults, customRow, type CustomReason } from '../reasons/custom-reason.ts'
import type { PolicyOverrides } from '../recovery/policy.ts'
import type { Config } from './config.ts'

/** The custom reasons of the project, with defaults for what it does not say. */
export const customReasonsOf = ({
  reasons,
  policy,
}: Pick<Config, 'reasons' | 'policy'>): readonly CustomReason[] =>
  Object.entries(reasons).map(([name, custom]) => ({
    name,
    class: custom.class ?? customDefaults.class,
    plan: policy[name]?.plan ?? custom.plan ?? customDefaults.plan,
    after: custom.after ?? customDefaults.after,
    like: custom.like ?? customDefaults.like,
    meaning: custom.meaning ?? `The agent said ${name}.`,
  }))

/** What the project says about plans, its custom reasons included. */
export function overridesOf(config: Pick<Config, 'reasons' | 'policy'>): PolicyOverrides {
  const custom = customReasonsOf(config).map(
    (reason) => [reason.name, { ...config.policy[reason.name], row: customRow(reason) }] as const,
  )
  return { ...config.policy, ...Object.fromEntries(custom) }
}
