import type { Rule } from './rule.ts'
import { ONLY_NAMES } from './text-forms.ts'

type TextRule = Omit<Rule, 'sources' | 'what'>

/** Makes rules for plain lines that share some conditions. A rule may replace them. */
export const textRule =
  (shared: Partial<TextRule>) =>
  (rule: TextRule): Rule => ({
    ...shared,
    ...rule,
    sources: ['text'],
    what: ['statement', 'uncaught'],
  })

export const text: (rule: TextRule) => Rule = textRule({ not: ONLY_NAMES })
