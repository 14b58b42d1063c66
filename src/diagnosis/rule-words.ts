import { neededWords } from '../signals/tools/cue-literals.ts'
import { genericLines } from './generic-lines.ts'
import { lastResortRules } from './last-resort-rules.ts'
import { rules } from './rules.ts'
import { successRules } from './success-rules.ts'

type Words = readonly string[] | null

/**
 * The words that the expressions of each rule need, by the rule's id. The build computes them and replaces this module
 * with the result.
 */
export const ruleWords = (): Readonly<Record<string, readonly Words[]>> =>
  Object.fromEntries([
    ...rules.map(({ id, says }) => [id, says === undefined ? [] : [neededWords(says)]] as const),
    ...lastResortRules.map(({ id, says }) => [id, says.map(neededWords)] as const),
    ...successRules.map(({ id, says }) => [id, [neededWords(says)]] as const),
    ...genericLines.map(({ id, form }) => [id, [neededWords(form)]] as const),
  ])
