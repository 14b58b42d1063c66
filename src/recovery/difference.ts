/**
 * What will be different in the next run (I5). A run after a reason that is not transient needs at least one
 * difference.
 */
import { basename } from 'node:path'
import { agentNames } from '../signals/agents/agent-names.ts'
import { differenceOf } from '../reasons/classes.ts'
import type { TaskSpec } from '../record/task.ts'
import { rowOf, type PolicyOverrides } from './policy.ts'

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
  task: Pick<TaskSpec, 'agent' | 'argv'>,
): string {
  if (differences.length === 0) return 'nothing: the cause may be temporary'
  const words = differences.map((difference) => WORDS[difference]).join(', ')
  return differences.includes('lesson') && mayGoUnread(task)
    ? `${words} (on standard input, which this command may not read)`
    : words
}

/** A custom command without a placeholder for the prompt. */
function mayGoUnread({ agent, argv }: Pick<TaskSpec, 'agent' | 'argv'>): boolean {
  if (agent !== null || argv === null) return false
  return !agentNames.includes(basename(argv[0] ?? '')) && !argv.some((word) => word.includes('{prompt}'))
}
