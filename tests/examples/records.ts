import type { LockRecord, NewCardEvent } from '../../src/record/card-state.ts'
import type { RunDiagnosis, RunResult } from '../../src/record/run-result.ts'
import type { RunIntent, RunNumbers } from '../../src/record/run.ts'
import { defaultBudget, plainTask, type TaskPatch, type TaskSpec } from '../../src/record/task.ts'
import type { GateRecord, NewEscalation, NewLesson, NewPlan } from '../../src/record/task-story.ts'
import type { Store } from '../../src/record/store.ts'
import { otherEvents, targetsOf, taskActions, type StateEvent } from '../../src/record/task-events.ts'
import type { TaskStatus } from '../../src/record/task-states.ts'
import { uuidv7 } from '../../src/record/uuid.ts'

/** A run as tests begin it. */
export const exampleIntent = (more: Partial<RunIntent> = {}): RunIntent => ({
  runId: uuidv7(),
  title: 'Fix the login test',
  prompt: null,
  flow: 'run',
  phase: null,
  agent: 'claude',
  command: 'claude -p "fix the login test"',
  cwd: '/project',
  branch: null,
  baseCommit: null,
  logPath: 'logs/20261103/x/worker.log',
  startedAt: '2026-11-03T10:00:00.000Z',
  supervisor: 'first',
  ...more,
})

export const exampleDiagnosis = (more: Partial<RunDiagnosis> = {}): RunDiagnosis => ({
  reason: 'MAX_TURNS',
  stage: 'agent_run',
  confidence: 'high',
  rule: 'claude.max-turns',
  evidence: [
    {
      source: 'typed',
      file: 'logs/20261103/x/worker.log',
      line: 812,
      byteOffset: 90_112,
      excerpt: '"subtype":"error_max_turns"',
      context: 'Bash: npm test',
    },
  ],
  alternatives: [{ reason: 'TESTS_FAILED', rule: 'tool.tests-failed', why: 'a typed field is stronger' }],
  circular: false,
  classifier: 'mayday-1',
  failing: ['tests/login.test.ts'],
  ...more,
})

/** A failed run with every field in use. */
export const exampleResult = (
  { runId, startedAt }: Pick<RunIntent, 'runId' | 'startedAt'>,
  { run, taskId, attempt }: Omit<RunNumbers, 'task'>,
  more: Partial<RunResult> = {},
): RunResult => ({
  format: 'mayday.result/2',
  runId,
  run,
  taskId,
  attempt,
  flow: 'run',
  phase: null,
  card: null,
  agent: 'claude',
  status: 'failed',
  ending: { kind: 'exit', code: 1 },
  exitCode: 1,
  endSignal: null,
  stage: 'agent_run',
  reason: 'MAX_TURNS',
  summary: 'The agent used up its turns.',
  rejection: null,
  circular: false,
  diagnosis: exampleDiagnosis(),
  plan: { kind: 'resume', words: 'resume the session', retries: 2, backoff: false },
  startedAt,
  endedAt: '2026-11-03T10:12:03.000Z',
  durationMs: 723_000,
  bytesRead: 12_345_678,
  bytesWritten: 4321,
  turns: 30,
  costUsd: 1.24,
  tokens: 120_400,
  sessionId: 'session-1',
  model: 'claude-sonnet',
  changedFiles: ['src/login.ts', 'tests/login.test.ts'],
  branch: 'fix-login',
  verify: { command: 'npm test', passed: false, exitCode: 1, reason: 'TESTS_FAILED', durationMs: 8100 },
  stages: [
    {
      stage: 'agent_run',
      command: 'claude -p "fix the login test"',
      startedAt,
      endedAt: '2026-11-03T10:11:54.000Z',
      durationMs: 714_000,
      from: 0,
      to: 90_200,
      ending: { kind: 'exit', code: 1 },
      exitCode: 1,
      endSignal: null,
      reason: 'MAX_TURNS',
    },
  ],
  logPath: 'logs/20261103/x/worker.log',
  ...more,
})

export const succeeded: Partial<RunResult> = {
  status: 'succeeded',
  reason: null,
  ending: { kind: 'exit', code: 0 },
  exitCode: 0,
  diagnosis: null,
  plan: null,
}

export const canceled: Partial<RunResult> = {
  status: 'canceled',
  reason: null,
  ending: { kind: 'stopped', by: 'cancel' },
  exitCode: null,
  diagnosis: null,
  plan: null,
}

/** A task as `mayday add` makes it. */
export const exampleTask = (more: Partial<TaskSpec> = {}): TaskSpec => ({
  title: 'Fix the flaky login test',
  prompt: 'Fix the flaky login test.\nIt fails on Mondays.',
  agent: 'claude',
  argv: null,
  cwd: '.',
  flow: 'implement',
  phase: '12-01',
  setup: null,
  baseline: null,
  verify: 'npm test',
  expectChanges: true,
  limits: { idleMs: 60_000, memoryBytes: null },
  budget: defaultBudget,
  ...plainTask,
  ...more,
})

export const exampleLock = (more: Partial<LockRecord> = {}): LockRecord => ({
  kind: 'card',
  key: 'a1b2',
  subject: 'project/phase-5-flows/in-progress/5.2-locks.md',
  task: 1,
  runId: 'run-1',
  flow: 'implement',
  startedAt: '2026-11-03T10:00:00.000Z',
  owner: null,
  ...more,
})

export const exampleCardEvent = (more: Partial<NewCardEvent> = {}): NewCardEvent => ({
  task: 1,
  runId: 'run-1',
  event: 'queued',
  line: '2026-11-03T10:00:00Z queued implement',
  status: 'queued',
  flow: 'implement',
  checked: [],
  at: '2026-11-03T10:00:00.000Z',
  ...more,
})

export const exampleLesson = (more: Partial<NewLesson> = {}): NewLesson => ({
  runId: uuidv7(),
  run: 1,
  task: 1,
  phase: '12-01',
  at: '2026-11-03T10:12:03.000Z',
  error: 'expected 2 to be 3',
  attempted: 'Raised the timeout of the login test.',
  files: ['tests/login.test.ts'],
  context: 'FAIL tests/login.test.ts',
  fingerprint: 'f1',
  reason: 'TESTS_FAILED',
  ...more,
})

export const examplePlan = (more: Partial<NewPlan> = {}): NewPlan => ({
  task: 1,
  run: 1,
  kind: 'retry',
  why: 'the tests failed',
  differs: 'the lesson of run 1 is in the prompt',
  at: '2026-11-03T10:12:04.000Z',
  startsAt: '2026-11-03T10:12:04.000Z',
  detail: { sessionId: null },
  ...more,
})

export const exampleGate = (more: Partial<GateRecord> = {}): GateRecord => ({
  key: 'usage:claude:default',
  reason: 'USAGE_LIMIT',
  until: '2026-11-03T15:00:00.000Z',
  source: 'the message of claude',
  zone: 'Europe/Berlin',
  closedAt: '2026-11-03T10:12:04.000Z',
  probes: 0,
  canary: null,
  evidence: 'Claude usage limit reached. Your limit will reset at 4pm (Europe/Berlin).',
  ...more,
})

export const exampleEscalation = (more: Partial<NewEscalation> = {}): NewEscalation => ({
  key: 'auth:claude:default',
  task: null,
  run: null,
  cause: 'The login of claude has expired.',
  raisedAt: '2026-11-03T10:12:04.000Z',
  detail: { actions: ['claude /login'] },
  ...more,
})

const AT = '2026-11-03T10:00:00.000Z'

type Step = { readonly event: StateEvent; readonly to: TaskStatus }

/** The shortest way from one state to another. */
export function wayTo(wanted: TaskStatus, from: TaskStatus): readonly Step[] {
  const ways = new Map<TaskStatus, readonly Step[]>([[from, []]])
  // A map goes on through what is added on the way.
  for (const [state, way] of ways)
    for (const event of [...taskActions, ...otherEvents])
      for (const to of targetsOf(event, state)) if (!ways.has(to)) ways.set(to, [...way, { event, to }])
  return ways.get(wanted) ?? []
}

/** Applies events of the table until the task has this status. */
export function bringTo(wanted: TaskStatus, task: number, store: Store, set: TaskPatch = {}): void {
  for (const { event, to } of wayTo(wanted, store.task(task)?.status ?? 'new'))
    store.move<StateEvent>(task, event, { at: AT, to })
  store.updateTask(task, set)
}
