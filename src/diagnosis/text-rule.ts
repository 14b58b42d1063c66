import type { Example, Rule } from './rule.ts'
import { ONLY_NAMES } from './text-forms.ts'

export const plain = (output: string, exitCode?: number): Example => ({
  output: `Working on it.\n${output}\n`,
  stage: 'agent_run',
  ...(exitCode === undefined ? {} : { exitCode }),
})

/** The same line in an agent's own output. The forms of unknown programs are not matched there. */
export const beside = (output: string): Example => ({
  output: `${JSON.stringify({ type: 'system', subtype: 'init', session_id: 's', apiKeySource: 'none' })}\n${output}\n`,
  stage: 'agent_run',
  exitCode: 1,
})

export const text = (rule: Omit<Rule, 'sources' | 'what'>): Rule => ({
  not: ONLY_NAMES,
  ...rule,
  sources: ['text'],
  what: ['statement', 'uncaught'],
})
