import * as v from 'valibot'
import { amount, count, moment, names, size, type Shape } from './schema.ts'
import { taskActions, taskStatuses } from './task-states.ts'

/** What all runs of a task together may use. Waiting costs nothing of it. */
export const budgetSchema = v.object({
  /** Only runs that count: other people's faults do not. */
  attempts: count,
  /** Running time. */
  wallMs: size,
  /** Null: no limit. */
  tokens: v.nullable(size),
  costUsd: v.nullable(size),
})

export type Budget = Shape<typeof budgetSchema>

export const defaultBudget: Budget = { attempts: 5, wallMs: 8 * 3_600_000, tokens: null, costUsd: null }

/** What one run may use, where it is not the default. */
export const limitsSchema = v.object({
  timeoutMs: v.exactOptional(amount),
  idleMs: v.exactOptional(amount),
  retryingMs: v.exactOptional(v.nullable(amount)),
  graceMs: v.exactOptional(amount),
  setupMs: v.exactOptional(amount),
  verifyMs: v.exactOptional(amount),
  memoryBytes: v.exactOptional(v.nullable(amount)),
})

export type TaskLimits = Shape<typeof limitsSchema>

/** What is to be done, as a person says it. */
export const taskSpecSchema = v.object({
  title: v.string(),
  prompt: v.string(),
  /** A known agent; null where a command stands for it. */
  agent: v.nullable(v.string()),
  /** A command of one's own, in which `{prompt}` stands for the prompt; null where the agent is known. */
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
  /** SHA-256 of the card's real path, in hex: one card has one task. */
  cardKey: v.nullable(v.string()),
  /** May it run beside others of its phase and flow? */
  isParallel: v.boolean(),
  /** Does it work in a work tree of its own? */
  hasOwnTree: v.boolean(),
  /** The agents to use when the first one is limited or down, in this order. */
  fallback: names,
  /** Are failing tests of verify compared with those at the task's start? */
  comparesTests: v.boolean(),
})

export type TaskSpec = Shape<typeof taskSpecSchema>

/** What a task was when a run of it began: enough to have it again where the database lost it. */
export const keptTaskSchema = v.object({
  ...taskSpecSchema.entries,
  /** Runs of older versions do not say. */
  comparesTests: v.exactOptional(v.boolean()),
  createdAt: moment,
  startCommit: v.nullable(v.string()),
  sinceRun: count,
})

export type KeptTask = Shape<typeof keptTaskSchema>

/** Only what the schema names. */
export const keptTask = (task: TaskRecord): KeptTask => v.parse(keptTaskSchema, task)

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

export const taskRecordSchema = v.object({
  ...taskSpecSchema.entries,
  task: count,
  taskId: v.string(),
  status: v.picklist(taskStatuses),
  /** What a person can do with it now, by the table of task states. */
  actions: v.array(v.picklist(taskActions)),
  createdAt: moment,
  branch: v.nullable(v.string()),
  startCommit: v.nullable(v.string()),
  /** The last commit at which verify passed. */
  goodCommit: v.nullable(v.string()),
  waitUntil: v.nullable(moment),
  /** The key of the gate it waits at. */
  gate: v.nullable(v.string()),
  /** Only runs with a greater number count: the last one before a person said retry. */
  sinceRun: count,
  /** Its order in the queue when it was queued last: the lowest goes first. */
  place: v.nullable(count),
  /** The id that its next run will have. */
  nextRunId: v.nullable(v.string()),
  /** Made by a plain `mayday run`: its status follows its last run. */
  isImplicit: v.boolean(),
})

export type TaskRecord = Shape<typeof taskRecordSchema>

/** What may change about a task once it is there; its status changes by `Store.move` alone. A card may say something else each time it is queued. */
export type TaskPatch = Partial<
  Pick<
    TaskRecord,
    'branch' | 'startCommit' | 'goodCommit' | 'waitUntil' | 'gate' | 'sinceRun' | 'place' | 'nextRunId'
  > &
    Omit<TaskSpec, 'cwd' | 'baseline'>
>
