/** All lists of rules that read a word, a name or a sentence of an unknown program, for the docs page and the test. */
import { noAnswerRules, stopRules } from './answer-rules.ts'
import { errorRules, eventRules, warningRules } from './error-rules.ts'
import { nameRules } from './name-rules.ts'
import { negationRules, outcomeRules, settledRules } from './outcome-rules.ts'
import { denialRules, runRules } from './run-rules.ts'
import { statusRules } from './status-rules.ts'
import type { WordRule } from './word-rule.ts'

export const wordRules: readonly WordRule<string | number>[] = [
  ...statusRules,
  ...runRules,
  ...denialRules,
  ...settledRules,
  ...negationRules,
  ...outcomeRules,
  ...stopRules,
  ...noAnswerRules,
  ...errorRules,
  ...eventRules,
  ...warningRules,
  ...nameRules,
]
