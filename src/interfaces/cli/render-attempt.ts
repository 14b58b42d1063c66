import type { AttemptRecord } from '../../bench/attempt-record.ts'
import { describeDuration } from '../../record/duration.ts'
import { oneLine } from './columns.ts'

/** How an attempt ended, in one line. */
export function renderAttempt(record: AttemptRecord): string {
  const { task_id, attempt, passed, failure_reason, stage, duration_ms, summary, baseline, newly_failing } =
    record
  const word = passed ? 'passed' : `${failure_reason ?? ''}${stage === null ? '' : ` in ${stage}`}`
  const more = [
    passed ? null : oneLine(summary),
    newly_failing.length === 0 ? null : `newly failing: ${newly_failing.map(oneLine).join(', ')}`,
    baseline?.isFlaky === true ? 'its baseline is flaky' : null,
  ].filter((one) => one !== null)
  return [`${task_id} #${attempt} ${word} after ${describeDuration(duration_ms)}`, ...more].join('; ')
}
