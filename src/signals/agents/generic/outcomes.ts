import type { What } from '../../signal.ts'
import { asWords } from './as-words.ts'
import { outcomeRules } from './outcome-rules.ts'
import { remembered } from './remembered.ts'

/** Words that say by themselves that a run ended well. Compared whole: `completed` is not `completed turn 1`. */
const SUCCESS: ReadonlySet<string> = new Set(
  (
    'success,successful,succeeded,passed,pass,complete,completed,completed successfully,successfully completed,done,' +
    'finished,resolved,approved,merged,submitted,accepted,solved,plan complete,plan completed,task complete,' +
    'task completed,project complete,project completed,all complete,all done,goal achieved,goal reached'
  ).split(','),
)

/** Settled before the rest: these begin with a word that elsewhere negates. */
const NEGATIVE_BY_NAME: readonly (readonly [RegExp, What])[] = [
  [/^no progress\b/, 'loop'],
  [/^no (?:activity|heartbeat)\b/, 'time-limit'],
  [/^no (?:answer|response|output|result)s?$/, 'no-answer'],
  [/^not (?:logged in|authenticated|authori[sz]ed)\b/, 'auth'],
  [/^not (?:completed?|resolved|solved|finished|passed)$/, 'failure'],
]

const NEGATED = /^(?:no|not|non|none|never|without|zero|0|null|unset|undefined|n a|false)\b/

const ANY_TROUBLE = new RegExp(outcomeRules.map(({ says }) => says.source).join('|'))

/** Longer values are prose, not a word for an ending. */
const LONGEST_WORD = 80

/** What a short value of a status, outcome or reason says, or null where it says nothing about an ending. */
export const outcomeOf = (value: string): What | null =>
  value === '' || value.length > LONGEST_WORD ? null : outcomeOfWord(value)

const outcomeOfWord = remembered((value): What | null => {
  const words = asWords(value)
  if (SUCCESS.has(words)) return 'success'
  const named = NEGATIVE_BY_NAME.find(([form]) => form.test(words))
  if (named !== undefined) return named[1]
  if (!ANY_TROUBLE.test(words) || NEGATED.test(words)) return null
  return outcomeRules.find(({ says }) => says.test(words))?.what ?? null
}, LONGEST_WORD)
