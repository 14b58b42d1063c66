import { existsSync } from 'node:fs'
import type { Project } from '../../../record/project.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../../../record/run.ts'
import type { Store } from '../../../record/store.ts'
import type { TaskRecord } from '../../../record/task.ts'
import type { EscalationRecord } from '../../../record/task-story.ts'
import type { TaskStatus } from '../../../record/task-states.ts'
import { spentBy, type Spent } from '../../../recovery/budgets.ts'
import type { PolicyOverrides } from '../../../recovery/policy.ts'
import type { QueueContext } from '../../../scheduling/locks.ts'
import { pendingOf, whyWaiting } from '../../../scheduling/why-waiting.ts'
import { ownTree } from '../../../scheduling/work-folder.ts'
import type { Style } from '../screen/style.ts'

/** What a task that does not run is waiting for. */
export type Waiting =
  | { readonly for: 'gate'; readonly gate: string; readonly until: string | null }
  | { readonly for: 'time'; readonly until: string }
  | { readonly for: 'person'; readonly escalation: number | null }

/** A task with what its runs tell about it. */
export type TaskView = {
  readonly task: TaskRecord
  readonly spent: Spent
  readonly runs: number
  readonly lastRun: RunRecord | null
  readonly waiting: Waiting | null
  /** The work tree that it has of its own, once it is made. */
  readonly tree: string | null
}

export function viewTask(
  context: QueueContext,
  task: TaskRecord,
  escalations: readonly EscalationRecord[],
  overrides: PolicyOverrides,
): TaskView {
  const { store, project } = context
  const runs = store.runsOf(task.task)
  return {
    task,
    spent: spentBy(runs, task.sinceRun, overrides),
    runs: runs.length,
    lastRun: runs.at(-1) ?? null,
    waiting: task.status === 'queued' ? heldAtGate(task, context) : waitingOf(store, task, escalations),
    tree: treeOf(task, project),
  }
}

function treeOf(task: TaskRecord, project: Project): string | null {
  const tree = ownTree(task, { project })
  return task.hasOwnTree && existsSync(tree) ? tree : null
}

/** A queued task may be held at a gate that was closed since. */
function heldAtGate(task: TaskRecord, context: QueueContext): Waiting | null {
  const { store } = context
  const holding = { locks: store.locks(), gates: store.gates(), context }
  const found = whyWaiting(task, pendingOf(task, context), holding)
  return found === null || found.gate === null ? null : { for: 'gate', gate: found.gate, until: found.until }
}

function waitingOf(
  store: Store,
  { task, status, gate, waitUntil }: TaskRecord,
  escalations: readonly EscalationRecord[],
): Waiting | null {
  if (status === 'escalated') {
    const found = escalations.find((one) => one.task === task && one.state !== 'closed')
    return { for: 'person', escalation: found?.number ?? null }
  }
  if (status !== 'waiting') return null
  // The gate may have moved since the task came to it.
  if (gate !== null) return { for: 'gate', gate, until: store.gate(gate)?.until ?? waitUntil }
  return waitUntil === null ? null : { for: 'time', until: waitUntil }
}

/** The reason of the last run; null where there is none to tell. */
export const lastReason = ({ lastRun }: TaskView): string | null =>
  lastRun === null || statusThatCounts(lastRun) !== 'failed' ? null : reasonThatCounts(lastRun)

const marks: Readonly<Record<TaskStatus, string>> = {
  new: '·',
  queued: '·',
  deferred: '·',
  running: '●',
  waiting: '◷',
  escalated: '▲',
  succeeded: '✓',
  failed: '✗',
  canceled: '○',
  skipped: '–',
}

export const statusWords = (status: TaskStatus): string => `${marks[status]} ${status}`

/** The colour of a status. */
export function paintStatus(status: TaskStatus, style: Style, text: string): string {
  switch (status) {
    case 'succeeded':
      return style.green(text)
    case 'failed':
    case 'escalated':
      return style.red(text)
    case 'waiting':
      return style.yellow(text)
    case 'running':
      return style.cyan(text)
    case 'queued':
    case 'deferred':
      return text
    case 'new':
    case 'canceled':
    case 'skipped':
      return style.dim(text)
  }
}

export const viewJson = (view: TaskView): Record<string, unknown> => ({
  ...view.task,
  spent: view.spent,
  runs: view.runs,
  lastRun: view.lastRun?.run ?? null,
  lastReason: lastReason(view),
  waiting: view.waiting,
  tree: view.tree,
})
