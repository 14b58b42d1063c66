import type { RunFacts } from '../signals/signal.ts'
import { ownWords } from './attempted.ts'
import { withoutErrors } from './error-lines.ts'
import { cutAtWord, saysWhatItDoes, sentencesOf } from './words.ts'

const MOST_CHARS = 500

/** A sentence that names an action or announces a plan: `Add a lock around the counter`, `Approach: a lock`. */
const NAMES_DEED =
  /^(?:Add|Avoid|Bump|Change|Create|Disable|Enable|Extract|Implement|Increase|Inline|Introduce|Lower|Mock|Move|Patch|Raise|Refactor|Remove|Rename|Replace|Reset|Revert|Rewrite|Split|Stub|Switch|Use|Wrap)\s|^(?:(?:My|New|Next|The) )?(?:[Aa]pproach|[Hh]ypothesis|[Ii]dea|[Pp]lan|[Ss]trategy): /

const saysApproach = (sentence: string): boolean => saysWhatItDoes(sentence) || NAMES_DEED.test(sentence)

/**
 * What an attempt tried, in the words of the agent. '' if it does not say. Errors are never included. If no sentence
 * names an action, all last words of a known agent count. The output of an unknown program does not.
 */
export function approachOf({ lastWords, answered }: RunFacts): string {
  const told = withoutErrors(ownWords(lastWords).split('\n'), !answered)
  const sentences = sentencesOf(told.join('\n'))
  const doing = sentences.filter(saysApproach)
  return newestOf(doing.length > 0 || !answered ? doing : sentences)
}

/** As many of the last sentences as fit, in their order. */
function newestOf(sentences: readonly string[]): string {
  const kept: string[] = []
  let room = MOST_CHARS
  for (const sentence of sentences.toReversed()) {
    if (kept.length > 0 && sentence.length + 1 > room) break
    kept.unshift(cutAtWord(sentence, room))
    room -= sentence.length + 1
  }
  return kept.join(' ')
}
