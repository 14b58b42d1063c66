/** Creates the sample project of the demo: records that go through the store, and tasks that really run. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectAt, type Project } from '../../../record/project.ts'
import { STATE_VARIABLE } from '../../../record/state-home.ts'
import { Store } from '../../../record/store.ts'
import type { RunRecord } from '../../../record/run.ts'
import type { PlanRecord } from '../../../record/task-story.ts'
import { defaultBudget, type NewTask, type TaskRecord } from '../../../record/task.ts'
import { sampleLogs } from './sample-logs.ts'
import { recordAttempt, type SampleContext } from './sample-run.ts'
import { writeSampleSessions } from './sample-sessions.ts'
import { livelyTasks, sampleCards, sampleTasks, type SampleTask } from './sample-story.ts'

const MINUTE_MS = 60_000
const GATE = 'usage:claude:default'

/** The project is in a new temporary folder. The caller removes it. */
export async function makeSample(now: Date): Promise<Project> {
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), 'mayday-demo-'))), 'shop')
  mkdirSync(root)
  const project = projectAt(root, { [STATE_VARIABLE]: join(dirname(root), 'state') })
  using store = Store.open(project.record)
  const context = { store, project }
  writeAgent(root)
  for (const card of sampleCards) writeCard(join(root, 'project', card.path), card, now)
  for (const sample of sampleTasks) await recordTask(sample, context, now)
  closeGate(store, now)
  for (const played of livelyTasks) store.addTask(specOf(played, root), now.toISOString())
  writeSampleSessions(root, now)
  return project
}

async function recordTask(sample: SampleTask, context: SampleContext, now: Date): Promise<void> {
  const { store } = context
  const { title, agent, phase, flow = 'implement', runs, hoursAgo, status } = sample
  const last = now.getTime() - hoursAgo * 60 * MINUTE_MS
  const spec = { ...specOf({ title, agent, phase, log: 'ok', seconds: 10 }, context.project.root), flow }
  const task = store.addTask(spec, new Date(last - runs.length * 30 * MINUTE_MS).toISOString(), 'run')
  for (const [at, log] of runs.entries()) {
    const startedAt = new Date(last - (runs.length - 1 - at) * 30 * MINUTE_MS)
    const isLast = at === runs.length - 1
    const worker = { ...task, agent: isLast ? (sample.lastAgent ?? agent) : agent }
    await recordAttempt(worker, { log, startedAt, durationMs: lengthOf(task, at) }, context)
    const run = store.runsOf(task.task).at(-2)
    if (run === undefined) continue
    store.markHelped(run.run, log === 'ok')
    recordPlan(run, isLast ? (sample.hint ?? null) : null, store)
  }
  const at = now.toISOString()
  for (const event of waysTo[status]) store.move(task.task, event, { at })
  if (status === 'waiting') store.updateTask(task.task, { gate: GATE })
  if (status === 'escalated') escalate(task, store)
}

const planOf: Readonly<Partial<Record<string, PlanRecord['kind']>>> = {
  BROKEN_BUILD: 'rollback',
  RATE_LIMITED: 'wait',
  MAX_TURNS: 'continue',
  CONTEXT_EXHAUSTED: 'continue',
}

/** What was decided after a failed run, before the next one. */
function recordPlan(
  { run, task, reason, endedAt, startedAt }: RunRecord,
  hint: string | null,
  store: Store,
): void {
  const at = endedAt ?? startedAt
  store.addPlan({
    task,
    run,
    kind: hint === null ? (planOf[reason ?? ''] ?? 'retry') : 'retry',
    why: hint === null ? `${reason ?? 'UNKNOWN'}: another attempt.` : 'A person retried it with a hint.',
    differs: hint ?? 'the prompt says what failed before',
    at,
    startsAt: at,
    state: 'done',
    detail: hint === null ? {} : { hint },
  })
}

/** The events that bring a running task into this status. */
const waysTo: Readonly<
  Record<SampleTask['status'], readonly ('succeed' | 'fail' | 'skip' | 'pause' | 'escalate')[]>
> = {
  succeeded: ['succeed'],
  failed: ['fail'],
  escalated: ['escalate'],
  waiting: ['pause'],
  skipped: ['fail', 'skip'],
}

/** Milliseconds. Differs between runs, and is the same on every start. */
const lengthOf = ({ task }: TaskRecord, at: number): number => (90 + ((task * 97 + at * 61) % 600)) * 1000

function escalate({ task, title }: TaskRecord, store: Store): void {
  const run = store.runsOf(task).at(-1)
  store.raise({
    key: `task:${task}`,
    task,
    run: run?.run ?? null,
    cause: `${title}: ${run?.reason ?? 'UNKNOWN'}, and nothing else is to be tried`,
    raisedAt: run?.endedAt ?? new Date().toISOString(),
    detail: { actions: [`mayday retry ${run?.run ?? 0}`, `mayday skip ${task}`] },
  })
}

function closeGate(store: Store, now: Date): void {
  store.closeGate({
    key: GATE,
    reason: 'USAGE_LIMIT',
    until: new Date(now.getTime() + 34 * MINUTE_MS).toISOString(),
    source: 'the provider',
    zone: null,
    closedAt: new Date(now.getTime() - 30 * MINUTE_MS).toISOString(),
    probes: 0,
    canary: null,
    evidence: sampleLogs.limit.split('\n')[1] ?? '',
  })
}

type Played = Pick<(typeof livelyTasks)[number], 'title' | 'agent' | 'log' | 'seconds'> & {
  readonly phase: string | null
}

/** A task that prints a sample log, as an agent would. */
export const specOf = ({ title, agent, phase, log, seconds }: Played, root: string): NewTask => ({
  title,
  prompt: title,
  agent,
  argv: [
    'sh',
    join(root, 'agent.sh'),
    join(root, 'printed', log),
    String(seconds),
    log === 'ok' ? '0' : '1',
    '{prompt}',
  ],
  cwd: '.',
  flow: 'implement',
  phase,
  setup: null,
  baseline: null,
  verify: null,
  expectChanges: false,
  limits: {},
  budget: defaultBudget,
  isParallel: true,
})

/** Prints a line every few seconds like an agent, and ends as the arguments say. */
const AGENT = `printed=$1 seconds=$2 code=$3
lines=$(grep -c '' "$printed")
while IFS= read -r line; do
  printf '%s\\n' "$line"
  sleep $((seconds / lines + 1))
done < "$printed"
exit "$code"
`

function writeAgent(root: string): void {
  mkdirSync(join(root, 'printed'))
  for (const [name, text] of Object.entries(sampleLogs)) writeFileSync(join(root, 'printed', name), text)
  writeFileSync(join(root, 'agent.sh'), AGENT)
}

function writeCard(path: string, { title, flow, status }: (typeof sampleCards)[number], now: Date): void {
  mkdirSync(dirname(path), { recursive: true })
  const day = now.toISOString().slice(0, 10)
  writeFileSync(
    path,
    `---
owner: sample
agent_flow: ${flow ?? 'null'}
agent_status: ${status}
---

# ${title}

What is wanted, in a few words.

## Acceptance Criteria

- [${status === 'succeeded' ? 'x' : ' '}] it works
- [ ] it is tested

## History

- ${day}: written
`,
  )
}
