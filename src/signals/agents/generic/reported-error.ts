/**
 * Some agents have no field for an error. They pass it on as the assistant's message and end normally. Such a message
 * counts as a report only if it contains nothing else. It begins like an error, is short, and names a failure of a
 * model request.
 */
import { errorOf, type FoundError } from './generic-errors.ts'
import { statusIn } from './generic-status.ts'

const LONGEST = 1200
const MOST_LINES = 8

const SORRY = "(?:(?:I'?m |we'?re )?(?:very )?sorry[,.!:]? (?:but )?)?"
const OPENS = new RegExp(
  `^[^\\w\\n]{0,6}${SORRY}(?:` +
    // Ran into this error: …, I encountered an error while calling the model: …
    "(?:(?:I|we)(?:'ve| have)? )?(?:just )?(?:ran into|encountered|hit|got|received|there was) (?:this|an?|the following|the) (?:[\\w-]+ ){0,2}(?:error|problem|failure)\\b[^:\\n]{0,60}:|" +
    // An error occurred: …
    '(?:an? )?(?:[\\w-]+ ){0,2}error (?:occurred|happened)\\b[^:\\n]{0,60}:|' +
    // API Error: 500 …, Grok API error (429): …
    '(?:[\\w-]+ ){0,2}(?:API|LLM|model|provider|server|network|connection|stream|authentication|request) (?:error|failed|failure)\\b ?[:(]' +
    ')',
  'i',
)
const NAMES_A_REQUEST =
  /\b(?:(?:API|LLM|provider|server|network|connection|authentication) error|rate[- ]?limit(?:ed|s)?|quota|overloaded|too many requests|bad gateway|service unavailable|unauthori[sz]ed|api key|context (?:length|window|limit)|fetch failed|socket hang up|connection (?:reset|refused|closed|timed out)|ECONN[A-Z]+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|usage limit|insufficient (?:credits?|funds|balance|quota)|(?:request|completion) (?:failed|timed out)|error sending request|error decoding response)\b/i

/** `I've reached the maximum number of actions`, `Maximum tool rounds reached.` */
const OUT_OF_TURNS =
  /^[^\w\n]{0,6}(?:I(?:'ve| have) (?:reached|hit|exceeded|used up) (?:the |my )?max(?:imum)?(?: number of| allowed)? (?:[\w-]+ ){0,2}(?:actions|turns|steps|iterations|rounds|tool calls|loops)\b|max(?:imum)?(?: number of)? (?:[\w-]+ ){0,2}(?:actions|turns|steps|iterations|rounds|tool calls|loops) (?:reached|exceeded|exhausted)\b)/i

/** A message that says how the work continued is a narrative, not an error. */
const CONTINUED =
  /\b(?:fixed|resolved|solved|repaired|worked around|so I|I then|then I|after that|now (?:works?|pass(?:es)?|fine)|tests? (?:now )?pass(?:es|ed)?|succeeded)\b/i

/** Each opening ends with a colon or a bracket. */
const opensLikeAnError = (message: string): boolean =>
  (message.includes(':') || message.includes('(')) && OPENS.test(message)

export function reportedError(said: string): FoundError | null {
  const message = said.trim()
  if (message.length > LONGEST) return null
  // The opening is checked first. This is fast for most messages, even long ones.
  const isOutOfTurns = OUT_OF_TURNS.test(message)
  if (!isOutOfTurns && !opensLikeAnError(message)) return null
  if (message.includes('```')) return null
  if (message.split('\n').length > MOST_LINES || CONTINUED.test(message)) return null
  if (isOutOfTurns) return { what: 'turn-limit', message, detail: {} }
  if (statusIn(message) === undefined && !NAMES_A_REQUEST.test(message)) return null
  const found = errorOf({ error: message })
  return found?.what === 'failure' ? { ...found, what: 'provider-error' } : found
}
