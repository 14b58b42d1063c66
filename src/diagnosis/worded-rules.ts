/**
 * The rules as they are read. V8 compiles an expression when it is first tested, and compiling all of them takes longer
 * than reading a small log. Here each is compiled only when a line has one of the words that it needs.
 */
import { worded } from '../signals/cued.ts'
import type { GenericLine } from './generic-line.ts'
import { genericLines } from './generic-lines.ts'
import type { LastResortRule } from './last-resort-rule.ts'
import { lastResortRules } from './last-resort-rules.ts'
import { ruleWords } from './rule-words.ts'
import type { Rule } from './rule.ts'
import { rules } from './rules.ts'
import type { SuccessRule } from './success-rule.ts'
import { successRules } from './success-rules.ts'

const words = ruleWords()

export const wordedRules: readonly Rule[] = rules.map((rule) =>
  rule.says === undefined ? rule : { ...rule, says: worded(rule.says, words[rule.id]?.[0]) },
)

export const wordedLastResort: readonly LastResortRule[] = lastResortRules.map((rule) => ({
  ...rule,
  says: rule.says.map((form, at) => worded(form, words[rule.id]?.[at])),
}))

export const wordedSuccess: readonly SuccessRule[] = successRules.map((rule) => ({
  ...rule,
  says: worded(rule.says, words[rule.id]?.[0]),
}))

export const wordedGenericLines: readonly GenericLine[] = genericLines.map((line) => ({
  ...line,
  form: worded(line.form, words[line.id]?.[0]),
}))
