/**
 * What an attempt tried, as words that can be compared: what the agent said it would do, and what it did. Words that
 * every attempt at the task must share (its prompt, its lessons) tell nothing.
 */
import { areSimilarApproaches, isGoingInCircles, type Attempt } from '../diagnosis/circular.ts'
import type { LessonRecord } from '../record/task.ts'
import type { RunFacts } from '../signals/signal.ts'
import { ownWords } from './attempted.ts'
import { saysWhatItDoes, sentencesOf } from './words.ts'

const MOST_KEYWORDS = 40
/** Deeds are fewer than words: the same files are touched by different approaches too. */
const MOST_DEEDS = 8
/** An approach in fewer words than these is none that could be compared. */
const LEAST_WORDS = 2

/** Words of every plan, whatever it is about. */
const CHATTER: ReadonlySet<string> = new Set(
  `a about after again all also am an and any approach are as at attempt back be because been before being but by can
  change code could did do does doing done each error fail failed failing fails file files find first fix fixed for
  from get go going good had has have here how i if in instead into is issue it its just know let like ll look make
  may me more must my need needs new next no not now of ok on one only or other our out over plan problem run running
  see set should so some start still such sure task test tests than that the them then there these they thing this
  to too tried try trying up us use used using ve verify very want was we well were what when where which while who
  why will with work working works would yet you your`
    .split(/\s+/)
    .map(stem),
)

function stem(word: string): string {
  const base = word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word
  return base.length > 3 ? base.replace(/(.)\1$|e$/, '$1') : base
}

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !/^\d+$/.test(word))
    .map(stem)

/** At most 40 keywords, for `goesInCircles`; '' where the agent said nothing to compare. */
export function approachOf(
  facts: RunFacts,
  prompt: string,
  lessons: readonly Pick<LessonRecord, 'error' | 'context'>[],
): string {
  const common = new Set([
    ...CHATTER,
    ...wordsIn(prompt),
    ...lessons.flatMap(({ error, context }) => wordsIn(`${error}\n${withoutDeeds(context)}`)),
  ])
  const deeds = deedsOf(facts)
  const said = unique(wordsIn(intentOf(facts)).filter((word) => !common.has(word)))
  if (said.length < LEAST_WORDS) return ''
  return [...said.slice(0, MOST_KEYWORDS - deeds.length), ...deeds].join(' ')
}

/** What came before the evidence is often the agent's own plan, which is to be compared. */
const withoutDeeds = (context: string): string =>
  context
    .split('\n')
    .filter((line) => !line.startsWith('before: '))
    .join('\n')

/** What it said it would do; where it said no such thing, all its last words. The newest first. */
function intentOf({ lastWords }: RunFacts): string {
  const sentences = sentencesOf(ownWords(lastWords)).toReversed()
  const doing = sentences.filter(saysWhatItDoes)
  return (doing.length > 0 ? doing : sentences).join(' ')
}

/** Each file and each command is one keyword, so that a long path does not outweigh what was said. */
function deedsOf({ files, actions }: RunFacts): readonly string[] {
  const commands = actions.map((action) => action.split(/\s+/).slice(0, 4).join(' '))
  return unique([...files, ...commands.toReversed()].map(asOneWord))
    .filter((word) => word !== '')
    .slice(0, MOST_DEEDS)
}

const asOneWord = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .slice(-60)

const unique = (words: readonly string[]): readonly string[] => [...new Set(words)]

/** Do the attempts at a task, oldest first, repeat themselves? By approach, error, failing tests or diff. */
export function goesInCircles(attempts: readonly Attempt[]): boolean {
  const current = attempts.at(-1)
  if (current === undefined) return false
  return isGoingInCircles(current, attempts.slice(0, -1)) || swingsBack(attempts)
}

/** Two approaches by turns: A B A B. */
function swingsBack(attempts: readonly Attempt[]): boolean {
  const [first = '', second = '', third = '', last = ''] = attempts
    .slice(-4)
    .map(({ approach }) => approach ?? '')
  return (
    attempts.length >= 4 &&
    areSimilarApproaches(first, third) &&
    areSimilarApproaches(second, last) &&
    !areSimilarApproaches(third, last)
  )
}
