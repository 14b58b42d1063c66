/** Did a lesson help? Judged by what the next attempt at the same task reached. */
import { reasons } from '../reasons/table.ts'
import { classes } from '../reasons/classes.ts'
import { isReason } from '../reasons/reason.ts'
import { stages } from '../reasons/stages.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../record/run.ts'
import { fingerprintOf } from './lesson.ts'

export type Attempted = Pick<
  RunRecord,
  'run' | 'status' | 'correction' | 'reason' | 'stage' | 'diagnosis'
> & {
  /** Of its lesson, where it has one. */
  readonly fingerprint?: string
}

/**
 * True where the failure is gone in the next attempt and a later stage, or fewer failing tests, was reached. Null where
 * that cannot be told: the next attempt is not over, was canceled, or failed for a reason that is not its own.
 */
export function hasHelped(before: Attempted, after: Attempted): boolean | null {
  const status = statusThatCounts(after)
  if (status === 'succeeded') return true
  if (status !== 'failed') return null
  const reason = reasonThatCounts(after)
  // Somebody else's fault says nothing about what was learned.
  if (reason !== null && isReason(reason) && !classes[reasons[reason].class].counted) return null
  if (printOf(before) === printOf(after)) return false
  return rankOf(after) > rankOf(before) || hasFewerFailing(before, after)
}

const printOf = (run: Attempted): string =>
  run.fingerprint ?? fingerprintOf(run, run.diagnosis?.evidence[0]?.excerpt ?? '')

const rankOf = ({ stage }: Attempted): number => (stage === null ? -1 : stages.indexOf(stage))

function hasFewerFailing(before: Attempted, after: Attempted): boolean {
  const was = before.diagnosis?.failing?.length ?? 0
  const is = after.diagnosis?.failing?.length ?? 0
  return before.stage === after.stage && is > 0 && is < was
}

/** Of how many retries something came out better. */
export type Rate = { readonly retries: number; readonly better: number; readonly share: number | null }

export type Shares = { readonly withLessons: Rate; readonly withoutLessons: Rate }

/** One retry: a failed attempt, the one after it, and whether the first had left a lesson. */
export type Retry = { readonly before: Attempted; readonly after: Attempted; readonly hadLesson: boolean }

/** How often lessons helped, beside how often retries without lessons came out better. */
export function shareHelped(retries: Iterable<Retry>): Shares {
  const told: { hadLesson: boolean; better: boolean }[] = []
  for (const { before, after, hadLesson } of retries) {
    const better = hasHelped(before, after)
    if (better !== null) told.push({ hadLesson, better })
  }
  const rate = (hadLesson: boolean): Rate => {
    const those = told.filter((one) => one.hadLesson === hadLesson)
    const better = those.filter((one) => one.better).length
    return { retries: those.length, better, share: those.length === 0 ? null : better / those.length }
  }
  return { withLessons: rate(true), withoutLessons: rate(false) }
}

/** The retries among the runs of one task, oldest first. */
export function retriesOf(
  runs: readonly Attempted[],
  lessons: readonly { readonly run: number; readonly fingerprint: string }[],
): readonly Retry[] {
  const prints = new Map(lessons.map(({ run, fingerprint }) => [run, fingerprint]))
  const withPrint = (run: Attempted): Attempted => {
    const fingerprint = prints.get(run.run)
    return fingerprint === undefined ? run : { ...run, fingerprint }
  }
  return runs.slice(0, -1).flatMap((before, at) => {
    const after = runs[at + 1]
    if (after === undefined || statusThatCounts(before) !== 'failed') return []
    return [{ before: withPrint(before), after: withPrint(after), hadLesson: prints.has(before.run) }]
  })
}
