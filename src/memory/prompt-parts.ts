/** The parts of a prompt, as text. `prompt.ts` fits them into its limit. */
import { describeDuration } from '../record/duration.ts'
import type { Budget } from '../record/task.ts'
import type { LessonRecord } from '../record/task-story.ts'
import { countOf } from '../signals/count-of.ts'
import { bytesOf, fenced, inert, type Fitted } from './prompt-context.ts'
import { cutAtWord } from './words.ts'

/** An earlier attempt that has ended. */
export type PreviousAttempt = {
  readonly attempt: number
  /** What was tried. */
  readonly approach: string
  /** The reason of its failure. */
  readonly outcome: string
  readonly error: string
}

/** Work of an earlier attempt that is not in the work tree. */
export type SavedWork = {
  readonly ref: string
  readonly commit: string
  readonly run: number | null
}

export type PromptInput = {
  /** The number is null if the task has none yet. */
  readonly task: { readonly task: number | null; readonly prompt: string }
  readonly attempt: number
  /** What a person adds. Null if there is nothing. */
  readonly hint?: string | null
  /** Null: no limit. */
  readonly budgetLeft: Budget | null
  /** The lessons of the phase and of this task, in any order. */
  readonly lessons: readonly LessonRecord[]
  /** Oldest first. */
  readonly previous: readonly PreviousAttempt[]
  /** What the plan changes in this attempt. */
  readonly differs: string | null
  /** Is the same approach known to fail? */
  readonly wantsOtherApproach?: boolean
  readonly saved: SavedWork | null
  /** The note of the last session for this one. It is the agent's text, so it is untrusted. */
  readonly handoff: string | null
  /** Custom reasons of the project, which a marker may claim too. */
  readonly customReasons?: readonly string[]
  readonly contextBytes?: number
  readonly promptBytes?: number
  /**
   * With `{prompt} {hint} {failures} {attempts} {differs} {saved} {budget}`. Parts that the template does not name are
   * left out, except a hint, which then follows the prompt.
   */
  readonly template?: string
}

export const whole = (text: string): Fitted => ({ text, cut: null })

export const hintWords = ({ hint = null }: PromptInput): string =>
  hint === null || hint.trim() === ''
    ? ''
    : `A person read the failed attempts and adds:\n${cutAtWord(hint.trim(), HINT_CHARS)}`

/** As long as a hint can be, so that it is never cut in practice. */
const HINT_CHARS = 10_000
const DIFFERS_CHARS = 1000
const HANDOFF_CHARS = 4000

const OTHER_APPROACH = 'Take a different approach this time: do not repeat what the previous attempts tried.'

export const differsWords = ({ differs, wantsOtherApproach = false }: PromptInput): string =>
  [
    ...(differs === null || differs.trim() === ''
      ? []
      : [`What is different this time: ${cutAtWord(differs, DIFFERS_CHARS)}`]),
    ...(wantsOtherApproach ? [OTHER_APPROACH] : []),
  ].join('\n')

export function savedWords({ saved, handoff }: PromptInput): string {
  const lines: string[] = []
  if (saved !== null)
    lines.push(
      `Partial work${saved.run === null ? '' : ` of run ${saved.run}`} is saved as ${saved.ref} (commit ${saved.commit}). See it: git diff HEAD ${saved.commit}`,
    )
  if (handoff !== null && handoff.trim() !== '') {
    const note = handoff
      .trim()
      .split('\n')
      .map((line) => `| ${inert(line)}`)
    lines.push('What the last session left for this one:', fenced(cutLines(note)))
  }
  return lines.join('\n')
}

function cutLines(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  let chars = 0
  for (const line of lines) {
    chars += line.length + 1
    if (chars > HANDOFF_CHARS) return [...kept, '| (cut here)']
    kept.push(line)
  }
  return kept
}

export function budgetLeftWords({ budgetLeft, attempt }: PromptInput): string {
  if (budgetLeft === null) return ''
  const { attempts, wallMs, tokens, costUsd } = budgetLeft
  const left = [
    `${countOf(attempts, 'attempt')} with this one`,
    `${describeDuration(wallMs)} of running`,
    ...(tokens === null ? [] : [`${tokens} tokens`]),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(2)}`]),
  ]
  return `This is attempt ${attempt}. Budget left: ${left.join(', ')}.`
}

const APPROACH_CHARS = 600
const ATTEMPT_ERROR_CHARS = 300

/** The newest attempts that fit, oldest first, with their original numbers. */
export function attemptsWords(previous: readonly PreviousAttempt[], mostBytes: number): Fitted {
  if (previous.length === 0) return whole('')
  for (let from = 0; from < previous.length; from += 1) {
    const left = from === 0 ? [] : [`(the first ${from} left out)`]
    const lines = previous.slice(from).flatMap(attemptLines)
    const text = [`Previous attempts: ${previous.length}`, fenced(lines), ...left].join('\n')
    if (bytesOf(text) <= mostBytes)
      return { text, cut: from === 0 ? null : `${from} of ${previous.length} previous attempts left out` }
  }
  return { text: '', cut: `${previous.length} previous attempts left out` }
}

const attemptLines = ({ attempt, approach, outcome, error }: PreviousAttempt): readonly string[] => [
  `Attempt ${attempt}: ${cutAtWord(inert(approach), APPROACH_CHARS) || 'nothing is known of it'} - ${inert(outcome)}`,
  ...(error === '' ? [] : [`  Error: ${cutAtWord(inert(error), ATTEMPT_ERROR_CHARS)}`]),
]
