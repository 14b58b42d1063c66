import { otherEndings, type AttemptRecord } from '../../bench/attempt-record.ts'
import { describeDuration } from '../../record/duration.ts'
import { oneLine } from './columns.ts'

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

function verdictInWords({ passed, failure_reason, stage, summary }: AttemptRecord): string {
  if (passed) return 'passed'
  return `${failure_reason ?? ''}${stage === null ? '' : ` in ${stage}`}: ${summary}`
}
