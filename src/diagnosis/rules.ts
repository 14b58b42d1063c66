import { agentRules } from './agent-rules.ts'
import { agentTextRules } from './agent-text-rules.ts'
import { buildRules } from './build-rules.ts'
import { oneLineRules } from './one-line-rules.ts'
import { pipelineRules } from './pipeline-rules.ts'
import { providerRules } from './provider-rules.ts'
import type { Rule } from './rule.ts'
import { textRules } from './text-rules.ts'
import { troubleRules } from './trouble-rules.ts'
import { toolRules } from './tool-rules.ts'

/** All rules that read a signal, in the order in which they are tried. */
export const rules: readonly Rule[] = [
  ...providerRules,
  ...agentRules,
  ...toolRules,
  ...oneLineRules,
  ...agentTextRules,
  ...pipelineRules,
  ...textRules,
  ...buildRules,
  ...troubleRules,
]
