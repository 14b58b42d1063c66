/** What differs in the next run (I5). A retry needs at least one difference, unless the reason is transient. */
import { differenceOf } from '../reasons/classes.ts'
import { rowOf, type PolicyOverrides } from './policy.ts'
import type { Situation } from './situation.ts'

export type Difference =
  | 'lesson'
  | 'hand-off'
  | 'new-session'
  | 'resumed-session'
  | 'rolled-back'
  | 'larger-limit'

const WORDS: Readonly<Record<Difference, string>> = {
  lesson: 'the prompt says what failed before',
  'hand-off': 'a hand-off note says what is done and what is left',
  'new-session': 'the session is new',
  'resumed-session': 'the session continues where it stopped',
  'rolled-back': 'the files are back in the last good state',
  'larger-limit': 'the setup has twice the time',
}

/** A lesson and a new session make a difference only if the agent had a chance to act. */
export const learned = (reason: string, overrides: PolicyOverrides): readonly Difference[] =>
  differenceOf(rowOf(reason, overrides)) === 'lesson' ? ['lesson', 'new-session'] : []

/** The differences as text. A plan that repeats a run says why that makes sense. */
export function describeDifferences(
  differences: readonly Difference[],
  situation: Pick<Situation, 'task' | 'isKnownAgent'>,
): string {
  if (differences.length === 0) return 'nothing: the cause may be temporary'
  const words = differences.map((difference) => WORDS[difference]).join(', ')
  return differences.includes('lesson') && mayGoUnread(situation)
    ? `${words} (on standard input, which this command may not read)`
    : words
}

/** A custom command without a place for the prompt. */
function mayGoUnread({
  task: { agent, argv },
  isKnownAgent,
}: Pick<Situation, 'task' | 'isKnownAgent'>): boolean {
  if (agent !== null || argv === null || isKnownAgent) return false
  return !argv.some((word) => word.includes('{prompt}'))
}
