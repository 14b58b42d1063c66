import { POLICY_VARIABLE, policyWord } from '../recovery/advice.ts'
import { CUSTOM_REASONS_VARIABLE, customReasonWord } from '../reasons/custom-reason.ts'
import { MARKERS_VARIABLE } from '../signals/markers.ts'
import { MASKED_VARIABLE } from '../secrets/secrets.ts'
import type { Config } from './config.ts'
import { customReasonsOf } from './custom-reasons.ts'

/** The environment that a run gets: with it goes what the config says about secrets, markers, plans and reasons, to adopters too. */
export function configuredEnvironment(
  config: Pick<Config, 'secrets' | 'markers' | 'reasons' | 'policy'>,
  around: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(around)) if (value !== undefined) env[name] = value
  addWords(env, MASKED_VARIABLE, config.secrets)
  addWords(env, MARKERS_VARIABLE, config.markers)
  addWords(env, POLICY_VARIABLE, policyWordsOf(config))
  addWords(env, CUSTOM_REASONS_VARIABLE, customReasonsOf(config).map(customReasonWord))
  return env
}

const policyWordsOf = ({ policy }: Pick<Config, 'policy'>): readonly string[] =>
  Object.entries(policy).flatMap(([reason, change]) =>
    change === undefined ? [] : [policyWord(reason, change)],
  )

/** Runs inside runs keep what the outer one was told. */
function addWords(env: Record<string, string>, name: string, words: readonly string[] = []): void {
  const all = [...new Set([...(env[name] ?? '').split(','), ...words])].filter((word) => word !== '')
  if (all.length > 0) env[name] = all.join(',')
}
