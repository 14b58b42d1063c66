import type { SeriesProgress } from '../../../../bench/report/report-schema.ts'
import { isDone, otherEndings, type AttemptRecord } from '../../../../bench/attempt-record.ts'
import { describeDuration } from '../../../../record/duration.ts'
import { oneLine } from '../../screen/columns.ts'
import { countOf, thousands } from '../../../../signals/count-of.ts'

/** `2 of 20 attempts passed`. */
export const passedInWords = (passed: number, of: number): string =>
  `${thousands(passed)} of ${countOf(of, 'attempt')} passed`

/** The remaining attempts, as the rest of a sentence; '' if there are none. `resumes` is the series to resume. */
export function leftInWords({ left, canceled }: SeriesProgress, resumes: string | null): string {
  if (left === 0 || (left === null && canceled === 0)) return ''
  const again = canceled === 0 ? '' : `${thousands(canceled)} canceled`
  const what = left === null ? again : `${thousands(left)} left${again === '' ? '' : ` (${again})`}`
  return resumes === null ? what : `${what}. Continue: mayday bench run --resume ${resumes}`
}

/** How an attempt ended, in one line: the stage that decided first, then every other stage that failed. */
export function renderAttempt(record: AttemptRecord): string {
  const { task_id, attempt, duration_ms, baseline, newly_failing } = record
  const more = [
    ...otherEndings(record),
    ...(newly_failing.length === 0 ? [] : [`newly failing: ${newly_failing.join(', ')}`]),
    ...(baseline?.isFlaky === true ? ['its baseline is flaky'] : []),
    `${describeDuration(duration_ms)} in all`,
  ]
  return [`${task_id} #${attempt} ${verdictInWords(record)}`, ...more].map(oneLine).join('; ')
}

function verdictInWords(record: AttemptRecord): string {
  const { passed, failure_reason, stage, summary } = record
  if (passed) return 'passed'
  const place = stage === null ? '' : ` in ${stage}`
  return isDone(record) ? `${failure_reason ?? ''}${place}: ${summary}` : `canceled${place}, to be repeated`
}
