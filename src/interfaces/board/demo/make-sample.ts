/** Creates the sample project of the demo: records that go through the store, and tasks that really run. */
import { orUnknown } from '../../../reasons/reason.ts'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectAt, type Project } from '../../../record/project.ts'
import { readShipped } from '../../../record/read-shipped.ts'
import { STATE_VARIABLE } from '../../../record/state-home.ts'
import { Store } from '../../../record/store.ts'
import type { RunRecord } from '../../../record/run.ts'
import type { PlanRecord } from '../../../record/task-story.ts'
import { defaultBudget, type NewTask, type TaskRecord } from '../../../record/task.ts'
import { account } from '../../../agents/claude/account.ts'
import { commitProject, keepSampleWork, workOf, type SampleWork } from './sample-files.ts'
import { sampleLogNames, sampleOf, withReset, type SampleLog } from './sample-logs.ts'
import { transcriptOf } from './sample-transcript.ts'
import { recordAttempt, type SampleContext } from './sample-run.ts'
import { writeSampleSessions } from './sample-sessions.ts'
import { livelyTasks, playedAgents, type PlayedTask } from './sample-played.ts'
import { sampleCards, sampleTasks, type SampleTask } from './sample-story.ts'

const MINUTE_MS = 60_000
const GATE = 'usage:claude:default'
/** When the gate opens, after the start of the demo. */
const LIMIT_MS = 34 * MINUTE_MS

const resetOf = (now: Date): Date => new Date(now.getTime() + LIMIT_MS)

/** The project is in a new temporary folder. The caller removes it. */
export async function makeSample(now: Date): Promise<Project> {
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), 'mayday-demo-'))), 'shop')
  mkdirSync(root)
  const project = projectAt(root, { [STATE_VARIABLE]: join(dirname(root), 'state') })
  using store = Store.open(project.record)
  const context = { store, project }
  writeAgents(root, now)
  for (const card of sampleCards) writeCard(join(root, 'project', card.path), card, now)
  const hasGit = commitProject(root)
  const works: SampleWork[] = []
  for (const sample of sampleTasks) works.push(...(await recordTask(sample, context, now)))
  if (hasGit) await keepSampleWork(root, works, now)
  closeGate(store, now)
  for (const played of livelyTasks) store.addTask(specOf(played, root), now.toISOString())
  writeSampleSessions(root, now)
  return project
}

async function recordTask(
  sample: SampleTask,
  context: SampleContext,
  now: Date,
): Promise<readonly SampleWork[]> {
  const { store } = context
  const { title, agent, phase, flow = 'implement', runs, hoursAgo, status } = sample
  const works: SampleWork[] = []
  const last = now.getTime() - hoursAgo * 60 * MINUTE_MS
  const spec = { ...specOf({ title, agent, phase, logs: ['ok'], seconds: 10 }, context.project.root), flow }
  const task = store.addTask(spec, new Date(last - runs.length * 30 * MINUTE_MS).toISOString(), 'run')
  for (const [at, log] of runs.entries()) {
    const startedAt = new Date(last - (runs.length - 1 - at) * 30 * MINUTE_MS)
    const isLast = at === runs.length - 1
    const worker = { ...task, agent: isLast ? (sample.lastAgent ?? agent) : agent }
    const prompt = promptOf(sample, at)
    const durationMs = lengthOf(task, at)
    const attempt = { log, number: at, prompt, startedAt, durationMs, resetAt: resetOf(now) }
    const { runId } = await recordAttempt(worker, attempt, context)
    const files = workOf(log, at)
    if (files !== null) works.push({ runId, files })
    const run = store.runsOf(task.task).at(-2)
    if (run === undefined) continue
    store.markHelped(run.run, log === 'ok')
    recordPlan(run, isLast ? (sample.hint ?? null) : null, store)
  }
  const at = now.toISOString()
  for (const event of waysTo[status]) store.move(task.task, event, { at })
  if (status === 'waiting') store.updateTask(task.task, { gate: GATE })
  if (status === 'escalated') escalate(task, store)
  return works
}

/** Each prompt contains the errors of the earlier attempts. */
function promptOf({ title, runs, hint }: SampleTask, at: number): string {
  const failed = runs.slice(0, at).map((log, i) => `- attempt ${i + 1} failed: ${lastLineOf(log)}`)
  const told = hint !== undefined && at === runs.length - 1 ? `\nA person adds:\n${hint}\n` : ''
  return failed.length === 0 ? `${title}.\n` : `${title}.\n\nEarlier attempts:\n${failed.join('\n')}\n${told}`
}

const lastLineOf = (log: SampleLog): string => {
  const { check, does } = sampleOf(log)
  const text = check?.output ?? (typeof does === 'string' ? does : 'the agent gave up')
  return text.trimEnd().split('\n').at(-1) ?? ''
}

const planOf: Readonly<Partial<Record<string, PlanRecord['kind']>>> = {
  BROKEN_BUILD: 'rollback',
  RATE_LIMITED: 'wait',
  MAX_TURNS: 'continue',
  CONTEXT_EXHAUSTED: 'continue',
}

/** Records the plan that was made after a failed run. */
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
    why: hint === null ? `${orUnknown(reason)}: another attempt.` : 'A person retried it with a hint.',
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
    cause: `${title}: ${orUnknown(run?.reason)}, and no retry is left`,
    raisedAt: run?.endedAt ?? new Date().toISOString(),
    detail: {
      actions: [
        ...(run?.reason === 'AUTH_FAILED' && account.login !== null ? [account.login] : []),
        `mayday retry ${run?.run ?? 0}`,
        `mayday skip ${task}`,
      ],
    },
  })
}

function closeGate(store: Store, now: Date): void {
  store.closeGate({
    key: GATE,
    reason: 'USAGE_LIMIT',
    until: resetOf(now).toISOString(),
    source: 'the provider',
    zone: null,
    closedAt: new Date(now.getTime() - 30 * MINUTE_MS).toISOString(),
    probes: 0,
    canary: null,
    evidence: withReset(lastLineOf('limit'), resetOf(now)),
  })
}

/**
 * The folder with the programs of the sample's agents. It is outside the project, so that these files do not count as
 * changes.
 */
const agentsOf = (root: string): string => join(dirname(root), 'agents')

const withoutSpaces = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** A task whose agent prints a sample log for each attempt. A final test follows each attempt. */
export const specOf = ({ title, agent, phase, logs, seconds }: PlayedTask, root: string): NewTask => {
  const id = withoutSpaces(title)
  return {
    title,
    prompt: title,
    agent,
    argv: ['sh', join(agentsOf(root), 'agent.sh'), '{prompt}', id, String(seconds), agent, ...logs],
    cwd: '.',
    flow: 'implement',
    phase,
    setup: null,
    baseline: null,
    verify: `sh ${join(agentsOf(root), 'check.sh')} ${id}`,
    expectChanges: false,
    limits: {},
    budget: defaultBudget,
    isParallel: true,
  }
}

/** Writes the agents of the tasks that really run. They print the sample logs with the current time. */
function writeAgents(root: string, now: Date): void {
  const folder = agentsOf(root)
  mkdirSync(folder)
  for (const script of ['agent.sh', 'check.sh'])
    writeFileSync(join(folder, script), readShipped(`src/interfaces/board/demo/agents/${script}`))
  for (const log of sampleLogNames) {
    const { does, exitCode, check } = sampleOf(log)
    writeFileSync(join(folder, `${log}.code`), String(exitCode))
    for (const agent of playedAgents) {
      const told = { at: null, costUsd: 0.4, tokens: 21_000 }
      const text = typeof does === 'string' ? withReset(does, resetOf(now)) : transcriptOf(agent, does, told)
      writeFileSync(join(folder, `${agent}-${log}`), text)
    }
    if (check === null) continue
    writeFileSync(join(folder, `${log}.check`), check.output)
    writeFileSync(join(folder, `${log}.check-code`), String(check.exitCode))
  }
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
