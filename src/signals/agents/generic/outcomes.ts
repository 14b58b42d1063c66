import type { What } from '../../signal.ts'
import { asWords } from './as-words.ts'
import { negationRules, outcomeRules, settledRules } from './outcome-rules.ts'
import { remembered } from './remembered.ts'
import { ruleFor } from './word-rule.ts'

const ANY_TROUBLE = new RegExp(outcomeRules.map(({ says }) => says.source).join('|'))

/** Longer values are prose, not a word for an ending. */
const LONGEST_WORD = 80

/** The outcome that a short status or reason names, or null if it names none. */
export const outcomeOf = (value: string): What | null =>
  value === '' || value.length > LONGEST_WORD ? null : outcomeOfWord(value)

const outcomeOfWord = remembered((value): What | null => {
  const words = asWords(value)
  const settled = ruleFor(settledRules, words)
  if (settled !== undefined) return settled.means
  if (!ANY_TROUBLE.test(words) || ruleFor(negationRules, words) !== undefined) return null
  return ruleFor(outcomeRules, words)?.means ?? null
}, LONGEST_WORD)
