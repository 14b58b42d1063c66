/**
 * What the last errors of a failed output suggest, if no other rule explains it. The rules are wide, because the
 * failure is proven and nothing better is known. Each rule that matches is a vote with a weight; the reason with the
 * most votes wins, and the confidence is always low.
 */
import { aboveHints, buildHints, testHints } from './last-resort-code-rules.ts'
import { endingHints } from './last-resort-ending-rules.ts'
import { surroundingHints } from './last-resort-place-rules.ts'
import { languageHints } from './language-rules.ts'
import type { LastResortRule } from './last-resort-rule.ts'

export const lastResortRules: readonly LastResortRule[] = [
  ...surroundingHints,
  ...endingHints,
  ...testHints,
  ...buildHints,
  ...languageHints,
  ...aboveHints,
]
