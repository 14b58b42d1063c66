import * as v from 'valibot'
import { amount, count, moment, names, size, type Shape } from './schema.ts'
import { taskActions } from './task-events.ts'
import { taskStatuses } from './task-states.ts'

/** The limit for all runs of a task together. Waiting does not count. */
export const budgetSchema = v.object({
  /** Only runs that count: failures that are not the task's fault do not. */
  attempts: count,
  /** Running time. */
  wallMs: size,
  /** Null means no limit. */
  tokens: v.nullable(size),
  costUsd: v.nullable(size),
})

export type Budget = Shape<typeof budgetSchema>

/** What each part of a budget means. The help of options and the page of mayday.yaml show it. */
export const budgetWords: Readonly<Record<keyof Budget, string>> = {
  attempts: "maximum number of attempts; failures that are not the agent's fault do not count",
  wallMs: 'maximum running time of all attempts together, without waits',
  tokens: 'maximum number of tokens of all attempts together',
  costUsd: 'maximum cost of all attempts together in US dollars',
}

export const defaultBudget: Budget = { attempts: 5, wallMs: 8 * 3_600_000, tokens: null, costUsd: null }

/** The limits of one run, if they differ from the default. */
export const limitsSchema = v.object({
  timeoutMs: v.exactOptional(amount),
  idleMs: v.exactOptional(amount),
  /** How long an agent may retry one failed request itself; null means no limit. */
  retryingMs: v.exactOptional(v.nullable(amount)),
  graceMs: v.exactOptional(amount),
  setupMs: v.exactOptional(amount),
  verifyMs: v.exactOptional(amount),
  memoryBytes: v.exactOptional(v.nullable(amount)),
})

export type TaskLimits = Shape<typeof limitsSchema>

/** The task as a person defines it. */
export const taskSpecSchema = v.object({
  title: v.string(),
  prompt: v.string(),
  /** A known agent; null if a command is given instead. */
  agent: v.nullable(v.string()),
  /** A custom command, in which `{prompt}` is replaced by the prompt; null if the agent is known. */
  argv: v.nullable(names),
  /** Relative to the project root. */
  cwd: v.string(),
  flow: v.string(),
  /** 12, 12-01 or 5.2. */
  phase: v.nullable(v.string()),
  /** Shell commands. */
  setup: v.nullable(v.string()),
  baseline: v.nullable(v.string()),
  verify: v.nullable(v.string()),
  expectChanges: v.boolean(),
  limits: limitsSchema,
  budget: budgetSchema,
  /** The card that it comes from, relative to the project root. */
  card: v.nullable(v.string()),
  /** SHA-256 of the card's real path, in hex. One card has one task. */
  cardKey: v.nullable(v.string()),
  /** Whether it may run at the same time as others of its phase and flow. */
  isParallel: v.boolean(),
  /** Whether it works in a separate work tree. */
  hasOwnTree: v.boolean(),
  /** The agents to use when the first one is limited or down, in this order. */
  fallback: names,
  /** Whether failing tests of verify are compared with those at the task's start. */
  comparesTests: v.boolean(),
})

export type TaskSpec = Shape<typeof taskSpecSchema>

/** The definition of a task when a run of it started. It is enough to restore the task if the database was lost. */
export const keptTaskSchema = v.object({
  ...taskSpecSchema.entries,
  /** Runs of older versions do not have it. */
  comparesTests: v.exactOptional(v.boolean()),
  createdAt: moment,
  startCommit: v.nullable(v.string()),
  sinceRun: count,
})

export type KeptTask = Shape<typeof keptTaskSchema>

/** Only the fields of the schema. */
export const keptTask = (task: TaskRecord): KeptTask => v.parse(keptTaskSchema, task)

/** Flows that do not change files. */
const READING_FLOWS: ReadonlySet<string> = new Set(['review', 'research'])

export const readsOnly = (flow: string): boolean => READING_FLOWS.has(flow)

/** Fields that most tasks leave at their default. */
type QueueSpec = Pick<
  TaskSpec,
  'card' | 'cardKey' | 'isParallel' | 'hasOwnTree' | 'fallback' | 'comparesTests'
>

/** The defaults of a task without a card. */
export const plainTask: QueueSpec = {
  card: null,
  cardKey: null,
  isParallel: false,
  hasOwnTree: false,
  fallback: [],
  comparesTests: false,
}

/** A task to be added. Missing fields have the values of `plainTask`. */
export type NewTask = Omit<TaskSpec, keyof QueueSpec> & Partial<QueueSpec>

export const taskRecordSchema = v.object({
  ...taskSpecSchema.entries,
  task: count,
  taskId: v.string(),
  status: v.picklist(taskStatuses),
  /** Actions that a person can take now, by the table of task states. */
  actions: v.array(v.picklist(taskActions)),
  createdAt: moment,
  branch: v.nullable(v.string()),
  startCommit: v.nullable(v.string()),
  /** The last commit at which verify passed. */
  goodCommit: v.nullable(v.string()),
  waitUntil: v.nullable(moment),
  /** The key of the gate at which it waits. */
  gate: v.nullable(v.string()),
  /** Only runs with a greater number count. It is the last run before a manual retry. */
  sinceRun: count,
  /** Its position in the queue when it was last queued. The lowest runs first. */
  place: v.nullable(count),
  /** The id that its next run will have. */
  nextRunId: v.nullable(v.string()),
  /** Made by a plain `mayday run`: its status follows its last run. */
  isImplicit: v.boolean(),
})

export type TaskRecord = Shape<typeof taskRecordSchema>

/**
 * The fields of a task that may change. Only `Store.move` changes its status. A card may have other values each time
 * it is queued.
 */
export type TaskPatch = Partial<
  Pick<
    TaskRecord,
    'branch' | 'startCommit' | 'goodCommit' | 'waitUntil' | 'gate' | 'sinceRun' | 'place' | 'nextRunId'
  > &
    Omit<TaskSpec, 'cwd' | 'baseline'>
>
