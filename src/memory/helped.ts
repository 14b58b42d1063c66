/** Decides whether a lesson helped, by how far the next attempt at the same task came. */
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
  /** The fingerprint of its lesson, if it has one. */
  readonly fingerprint?: string
}

/**
 * True if the next attempt does not have the failure and reached a later stage or has fewer failing tests. Null if that
 * is unknown: the next attempt has not ended, was canceled, or failed for an external reason.
 */
export function hasHelped(before: Attempted, after: Attempted): boolean | null {
  const status = statusThatCounts(after)
  if (status === 'succeeded') return true
  if (status !== 'failed') return null
  const reason = reasonThatCounts(after)
  // An external failure says nothing about the lesson.
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

/** The number of retries, and how many of them were better. */
export type Rate = { readonly retries: number; readonly better: number; readonly share: number | null }

export type Shares = { readonly withLessons: Rate; readonly withoutLessons: Rate }

/** One retry: a failed attempt, the one after it, and whether the first one left a lesson. */
export type Retry = { readonly before: Attempted; readonly after: Attempted; readonly hadLesson: boolean }

/** How often lessons helped, compared with retries without lessons. */
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
