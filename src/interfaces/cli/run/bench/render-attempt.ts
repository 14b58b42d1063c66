import { isDone, otherEndings, type AttemptRecord } from '../../../../bench/attempt-record.ts'
import { describeDuration } from '../../../../record/duration.ts'
import { oneLine } from '../../screen/columns.ts'

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
  return isDone(record) ? `${failure_reason ?? ''}${place}: ${summary}` : `canceled${place}, to be made again`
}
