import type { PlanKind } from '../reasons/reason.ts'
import type { TaskAction, TaskStatus } from './task-states.ts'

/** What all runs of a task together may use. Waiting costs nothing of it. */
export type Budget = {
  /** Only runs that count: other people's faults do not. */
  readonly attempts: number
  /** Running time. */
  readonly wallMs: number
  /** Null: no limit. */
  readonly tokens: number | null
  readonly costUsd: number | null
}

export const defaultBudget: Budget = { attempts: 5, wallMs: 8 * 3_600_000, tokens: null, costUsd: null }

/** What one run may use, where it is not the usual. */
export type TaskLimits = {
  readonly timeoutMs?: number
  readonly idleMs?: number
  readonly retryingMs?: number | null
  readonly graceMs?: number
  readonly setupMs?: number
  readonly verifyMs?: number
  readonly memoryBytes?: number | null
}

/** What is to be done, as a person says it. */
export type TaskSpec = {
  readonly title: string
  readonly prompt: string
  /** A known agent; null where a command stands for it. */
  readonly agent: string | null
  /** A command of one's own, in which `{prompt}` stands for the prompt; null where the agent is known. */
  readonly argv: readonly string[] | null
  /** Relative to the project root. */
  readonly cwd: string
  readonly flow: string
  /** 12, 12-01 or 5.2. */
  readonly phase: string | null
  /** Shell commands. */
  readonly setup: string | null
  readonly baseline: string | null
  readonly verify: string | null
  readonly expectChanges: boolean
  readonly limits: TaskLimits
  readonly budget: Budget
  /** The card that it comes from, relative to the project root. */
  readonly card: string | null
  /** SHA-256 of the card's real path, in hex: one card has one task. */
  readonly cardKey: string | null
  /** May it run beside others of its phase and flow? */
  readonly isParallel: boolean
  /** Does it work in a work tree of its own? */
  readonly hasOwnTree: boolean
  /** The agents to use when the first one is limited or down, in this order. */
  readonly fallback: readonly string[]
  /** Are failing tests of verify compared with those at the task's start? */
  readonly comparesTests: boolean
}

/** What a task was when a run of it began: enough to have it again where the database lost it. */
export type KeptTask = TaskSpec & Pick<TaskRecord, 'createdAt' | 'startCommit' | 'sinceRun'>

export const keptTask = (task: TaskRecord): KeptTask => ({
  title: task.title,
  prompt: task.prompt,
  agent: task.agent,
  argv: task.argv,
  cwd: task.cwd,
  flow: task.flow,
  phase: task.phase,
  setup: task.setup,
  baseline: task.baseline,
  verify: task.verify,
  expectChanges: task.expectChanges,
  limits: task.limits,
  budget: task.budget,
  card: task.card,
  cardKey: task.cardKey,
  isParallel: task.isParallel,
  hasOwnTree: task.hasOwnTree,
  fallback: task.fallback,
  comparesTests: task.comparesTests,
  createdAt: task.createdAt,
  startCommit: task.startCommit,
  sinceRun: task.sinceRun,
})

/** Flows that leave the files as they are. */
const READING_FLOWS: ReadonlySet<string> = new Set(['review', 'research'])

export const readsOnly = (flow: string): boolean => READING_FLOWS.has(flow)

/** What most tasks do not say. */
type QueueSpec = Pick<
  TaskSpec,
  'card' | 'cardKey' | 'isParallel' | 'hasOwnTree' | 'fallback' | 'comparesTests'
>

/** A task that is no card's. */
export const plainTask: QueueSpec = {
  card: null,
  cardKey: null,
  isParallel: false,
  hasOwnTree: false,
  fallback: [],
  comparesTests: false,
}

/** A task to be added; what is left out is as in `plainTask`. */
export type NewTask = Omit<TaskSpec, keyof QueueSpec> & Partial<QueueSpec>

export type TaskRecord = TaskSpec & {
  readonly task: number
  readonly taskId: string
  readonly status: TaskStatus
  /** What a person can do with it now, by the table of task states. */
  readonly actions: readonly TaskAction[]
  readonly createdAt: string
  readonly branch: string | null
  readonly startCommit: string | null
  /** The last commit at which verify passed. */
  readonly goodCommit: string | null
  readonly waitUntil: string | null
  /** The key of the gate it waits at. */
  readonly gate: string | null
  /** Only runs with a greater number count: the last one before a person said retry. */
  readonly sinceRun: number
  /** Its order in the queue when it was queued last: the lowest goes first. */
  readonly place: number | null
  /** The id that its next run will have. */
  readonly nextRunId: string | null
  /** Made by a plain `mayday run`: its status follows its last run. */
  readonly isImplicit: boolean
}

/** What may change about a task once it is there; its status changes by `Store.move` alone. A card may say something else each time it is queued. */
export type TaskPatch = Partial<
  Pick<
    TaskRecord,
    'branch' | 'startCommit' | 'goodCommit' | 'waitUntil' | 'gate' | 'sinceRun' | 'place' | 'nextRunId'
  > &
    Omit<TaskSpec, 'cwd' | 'baseline'>
>

/** What a failed run taught. */
export type LessonRecord = {
  readonly number: number
  readonly runId: string
  readonly run: number
  readonly task: number
  readonly phase: string | null
  readonly at: string
  readonly error: string
  readonly attempted: string
  readonly files: readonly string[]
  readonly context: string
  readonly fingerprint: string
  readonly reason: string
  /** Its phase was completed then: no prompt gets it any more. */
  readonly clearedAt: string | null
  /** Null until the next attempt has ended. */
  readonly helped: boolean | null
}

export type NewLesson = Omit<LessonRecord, 'number' | 'clearedAt' | 'helped'>

/** What was decided after a run, recorded before it is done. */
export type PlanRecord = {
  readonly number: number
  readonly task: number
  /** The run it answers. */
  readonly run: number
  readonly kind: PlanKind
  readonly why: string
  /** What will not be as it was. */
  readonly differs: string
  readonly at: string
  readonly startsAt: string
  readonly state: 'planned' | 'done' | 'refused' | 'dropped'
  readonly detail: Readonly<Record<string, unknown>>
}

/** Without a state it is planned. */
export type NewPlan = Omit<PlanRecord, 'number' | 'state'> & Partial<Pick<PlanRecord, 'state'>>

/** Work that was saved: a commit that only this ref holds. */
export type SnapshotRecord = {
  readonly number: number
  readonly task: number
  readonly run: number | null
  readonly ref: string
  readonly commit: string
  readonly at: string
  readonly why: string
}

export type NewSnapshot = Omit<SnapshotRecord, 'number'>

/** A wait that everything shares which depends on the same thing. */
export type GateRecord = {
  /** `usage:claude:default`. */
  readonly key: string
  readonly reason: string
  /** Null where nobody knows. */
  readonly until: string | null
  /** Where that instant comes from. */
  readonly source: string
  /** The time zone in which it was told. */
  readonly zone: string | null
  readonly closedAt: string
  /** Canaries that failed. */
  readonly probes: number
  /** The id of the one run that tries. */
  readonly canary: string | null
  readonly evidence: string
}

/** Something that needs a person. */
export type EscalationRecord = {
  readonly number: number
  /** One cause has one key. */
  readonly key: string
  readonly task: number | null
  readonly run: number | null
  readonly cause: string
  readonly state: 'open' | 'acknowledged' | 'closed'
  readonly raisedAt: string
  readonly lastRaisedAt: string
  readonly times: number
  readonly note: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

export type NewEscalation = Pick<EscalationRecord, 'key' | 'task' | 'run' | 'cause' | 'raisedAt' | 'detail'>
