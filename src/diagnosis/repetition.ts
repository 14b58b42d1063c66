/**
 * Detects that an agent repeats itself from attempt to attempt at a task.
 *
 * R1 Only approaches decide. The same error or the same failing test does not prove a repetition: a new approach may
 * fail in the same way. R2 An approach counts as tried only if the run failed because of it. A run that was cut off
 * (turns, time, context) or that failed for an external cause proves nothing about its approach. R3 CIRCULAR_FIX is
 * the reason only if nothing more specific is known. It never competes by precedence.
 */
import { customRow } from '../reasons/custom-reason.ts'
import { classes } from '../reasons/classes.ts'
import type { PlanKind } from '../reasons/reason.ts'
import { reasons } from '../reasons/table.ts'
import { approachWords, withoutQuotes } from './approach-words.ts'
import { areSimilar, WINDOW, type Attempt } from './circular.ts'
import type { DiagnoseInput, Diagnosis, Verdict } from './diagnosis.ts'
import type { Signal } from '../signals/signal.ts'

/** An approach with fewer words cannot be compared. */
const LEAST_WORDS = 2

/** The earlier attempts at the same task, and the text that all of them received. */
export type Past = Pick<DiagnoseInput, 'history' | 'approach' | 'given'>

/**
 * The earlier attempts that the current approach repeats. Empty if there is no repetition. `given` is the text that
 * every attempt received (the prompt, earlier errors). Its words are not part of an approach.
 */
export function findRepeated(approach: string, history: readonly Attempt[], given = ''): readonly Attempt[] {
  if (history.length < 2) return []
  const shared = new Set(approachWords(given))
  const wordsOf = (text: string): ReadonlySet<string> => new Set(approachWords(withoutQuotes(text, given)))
  const recent = history.slice(-WINDOW)
  const now = wordsOf(approach)
  const before = recent.map((attempt) => wordsOf(attempt.approach ?? ''))
  const alike = recent.filter((_, at) => areAlike(now, before[at] ?? NONE, shared))
  if (alike.length >= 2) return alike
  return swingsBack([...before, now], shared) ? recent : []
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Compares the words that are left without the given ones. If too few are left on either side, the approach consists
 * of the given words, and then they count.
 */
function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>, given: ReadonlySet<string>): boolean {
  if (a.size < LEAST_WORDS || b.size < LEAST_WORDS) return false
  const [ownA, ownB] = [a.difference(given), b.difference(given)]
  const isEnough = ownA.size >= LEAST_WORDS && ownB.size >= LEAST_WORDS
  return isEnough ? areSimilar(ownA, ownB) : areSimilar(a, b)
}

/** Two alternating approaches: A B A B. */
function swingsBack(words: readonly ReadonlySet<string>[], given: ReadonlySet<string>): boolean {
  const [first = NONE, second = NONE, third = NONE, last = NONE] = words.slice(-4)
  return (
    words.length >= 4 &&
    areAlike(first, third, given) &&
    areAlike(second, last, given) &&
    !areAlike(third, last, given)
  )
}

/** Do the approaches of a task's attempts repeat themselves (R1)? */
export const isGoingInCircles = (current: Attempt, history: readonly Attempt[], given = ''): boolean =>
  findRepeated(current.approach ?? '', history, given).length > 0

/** The verdict of a run, with the attempts before it taken into account (R2, R3). */
export function besidePast(verdict: Diagnosis, { approach = '', history = [], given }: Past): Diagnosis {
  if (!isTried(verdict)) return verdict
  const repeated = findRepeated(approach, history, given)
  if (repeated.length === 0) return verdict
  const repeats = repeated.flatMap(({ run }) => (run === undefined ? [] : [run]))
  const found = { ...verdict, circular: true, ...(repeats.length === 0 ? {} : { repeats }) }
  if (verdict.reason !== 'UNKNOWN' || verdict.custom !== undefined) return found
  const evidence = [signalOfRepetition(verdict, approach, repeats), ...verdict.evidence]
  return { ...found, reason: 'CIRCULAR_FIX', rule: 'history.circular', evidence, confidence: 'medium' }
}

/** After these plans, the same work continues or restarts in the same way. Its approach was not wrong. */
const GOES_ON: ReadonlySet<PlanKind> = new Set(['resume', 'continue', 'wait', 'stop'])

/** Did a run with this verdict complete its approach and fail because of it (R2)? */
export function isTried({ reason, custom }: Pick<Verdict, 'reason' | 'custom'>): boolean {
  if (reason === null) return false
  const { class: kind, policy } = custom === undefined ? reasons[reason] : customRow(custom)
  return classes[kind].counted && !GOES_ON.has(policy.plan)
}

const signalOfRepetition = ({ stage }: Diagnosis, approach: string, repeats: readonly number[]): Signal => ({
  source: 'mayday',
  what: 'failure',
  stage,
  message: `${describeRuns(repeats)}: ${approach}`,
  at: null,
  specific: true,
  resolved: false,
  detail: {},
})

/** Names the runs whose approach was tried again. */
export const describeRuns = (repeats: readonly number[]): string =>
  repeats.length === 0
    ? 'the same approach was tried again'
    : `the same approach as in ${repeats.length === 1 ? 'run' : 'runs'} ${repeats.join(', ')} was tried again`
