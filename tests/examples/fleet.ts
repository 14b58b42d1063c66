import { randomUUID } from 'node:crypto'
import type { Claim, Outcome } from '../../src/fleet/port.ts'
import type { RowImage } from '../../src/record/row-image.ts'
import { taskColumns } from '../../src/record/sqlite/task-row.ts'
import type { TaskSpec } from '../../src/record/task.ts'
import { exampleTask } from './records.ts'

/** A queued task, as a command sends it to the fleet. */
export function taskImage(task: number, more: Partial<TaskSpec> = {}): RowImage {
  const spec = exampleTask({
    agent: 'claude',
    argv: null,
    phase: null,
    setup: null,
    baseline: null,
    verify: null,
    ...more,
  })
  const row = { ...taskColumns(spec), number: task, id: randomUUID(), status: 'queued' }
  const rest = { created_at: '2026-11-03T10:00:00.000Z', since_run: 0, is_implicit: 0, place: task }
  const empty = {
    branch: null,
    start_commit: null,
    good_commit: null,
    wait_until: null,
    gate: null,
    next_run_id: null,
  }
  return { table: 'tasks', row: { ...Object(row), ...rest, ...empty } }
}

/** Without more: a run that failed, and a task that goes on at once. */
export const outcomeOf = ({ runId, retryCount, queue, task }: Claim, more: Partial<Outcome>): Outcome => ({
  runId,
  retryCount,
  queue,
  task,
  result: 'failed',
  status: 'queued',
  waitMs: 0,
  rows: [],
  gates: [],
  opened: [],
  ...more,
})
