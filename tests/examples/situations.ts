import { agentFactsOf } from '../../src/agents/accounts.ts'
import { exampleResult, exampleTask } from './records.ts'
import { runActionsOf } from '../../src/record/run-states.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { actionsOf } from '../../src/record/task-actions.ts'
import type { TaskRecord } from '../../src/record/task.ts'
import { spentBy } from '../../src/recovery/budgets.ts'
import type { Situation } from '../../src/recovery/situation.ts'

const START_MS = Date.parse('2026-11-03T10:00:00.000Z')

/** A task as the loop finds it. */
export const taskRecord = (more: Partial<TaskRecord> = {}): TaskRecord => ({
  ...exampleTask(),
  task: 7,
  taskId: 'task-7',
  status: 'running',
  actions: actionsOf({ status: more.status ?? 'running', isImplicit: false, card: null }),
  createdAt: '2026-11-03T09:59:00.000Z',
  agent: 'claude',
  argv: null,
  branch: null,
  startCommit: null,
  goodCommit: null,
  waitUntil: null,
  gate: null,
  sinceRun: 0,
  place: 7,
  nextRunId: null,
  isImplicit: false,
  ...more,
})

/** The n-th run of a task: it begins n minutes after the first could, and takes half of one. */
export function failedRun(run: number, reason: string, more: Partial<RunRecord> = {}): RunRecord {
  const startedAt = new Date(START_MS + run * 60_000).toISOString()
  const { format: _, ...result } = exampleResult(
    { runId: `run-${run}`, startedAt },
    { run, taskId: 'task-7', attempt: run },
  )
  return {
    ...result,
    task: 7,
    title: 'Fix the login test',
    command: 'claude -p "fix the login test"',
    cwd: '/project',
    baseCommit: null,
    correction: null,
    origin: 'mayday',
    actions: runActionsOf(more.status ?? 'failed'),
    reason,
    diagnosis: null,
    endedAt: new Date(START_MS + run * 60_000 + 30_000).toISOString(),
    durationMs: 30_000,
    changedFiles: [],
    ...more,
  }
}

/** Right after the last of these runs, with nothing special about it and no jitter. */
export function situationAfter(runs: readonly RunRecord[], more: Partial<Situation> = {}): Situation {
  const task = more.task ?? taskRecord()
  return {
    task,
    runs,
    circular: false,
    resume: null,
    good: null,
    evidenceIsTransient: false,
    resetAt: null,
    overrides: {},
    now: new Date(runs.at(-1)?.endedAt ?? START_MS),
    spent: spentBy(runs, task.sinceRun),
    ...agentFactsOf(task, { env: {} }),
    random: () => 0.5,
    ...more,
  }
}
