import type { AttemptRecord } from '../../src/bench/attempt-record.ts'

/** A record for tests, passed unless it is given a reason. */
export function exampleAttempt(given: Partial<AttemptRecord> = {}): AttemptRecord {
  const { task_id = 'task', attempt = 1, failure_reason = null } = given
  return {
    format: 'mayday.attempt/1',
    attempt_id: `${task_id}-${attempt}`,
    series: 'example',
    task_id,
    attempt,
    agent: 'scripted',
    started_at: '2026-03-01T10:00:00.000Z',
    ended_at: '2026-03-01T10:00:01.000Z',
    duration_ms: 1000,
    passed: failure_reason === null,
    failure_reason,
    reason: failure_reason,
    stage: failure_reason === null ? null : 'final_test',
    summary: '',
    stop_reason: null,
    exit_codes: {},
    baseline: null,
    newly_failing: [],
    tokens: null,
    cost_usd: null,
    turns: null,
    changed_files: null,
    labels: [],
    run_id: null,
    log_path: null,
    stages: [],
    ...given,
  }
}
