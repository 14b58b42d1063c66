import { POLICY_VARIABLE, policyWord } from '../recovery/advice.ts'
import { CUSTOM_REASONS_VARIABLE, customReasonWord } from '../reasons/custom-reason.ts'
import { MARKERS_VARIABLE } from '../signals/markers.ts'
import { MASKED_VARIABLE } from '../secrets/secrets.ts'
import type { Config } from './config.ts'
import { customReasonsOf } from './custom-reasons.ts'

/**
 * The environment of a run. It contains the config values about secrets, markers, plans and reasons, so that adopters
 * get them too.
 */
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

/** A run inside a run keeps the words of the outer run. */
function addWords(env: Record<string, string>, name: string, words: readonly string[] = []): void {
  const all = [...new Set([...(env[name] ?? '').split(','), ...words])].filter((word) => word !== '')
  if (all.length > 0) env[name] = all.join(',')
}
