/** `run.json`: its type and the check of the file come from one schema. */
import * as v from 'valibot'
import type { CustomReason } from '../reasons/custom-reason.ts'
import { customReasonSchema } from '../record/run-result.ts'
import { amount, count, moment, names, type Shape } from '../record/schema.ts'
import { keptTaskSchema } from '../record/task.ts'
import { baselineSchema } from './changes/baseline.ts'
import type { MemoryLimit } from './memory-limit.ts'
import { identitySchema } from './processes/processes.ts'

/** The stages that a run can have, in their order. */
export const runStageSchema = v.picklist([
  'git_clone',
  'git_checkout',
  'setup',
  'baseline_run',
  'agent_run',
  'final_test',
])

export type RunStage = Shape<typeof runStageSchema>

/** One command of a run. */
const stageSpecSchema = v.object({
  stage: runStageSchema,
  argv: names,
  /** As a person would type it, redacted. */
  command: v.string(),
  /** Running time after which it is stopped. */
  timeoutMs: amount,
  /** Time without progress after which it is stopped; null where silence says nothing (tests may be silent). */
  idleMs: v.nullable(amount),
  /** Time in the agent's own retries of a request after which it is stopped; without it only the others stop it. */
  retryingMs: v.exactOptional(amount),
  /** Names of the variables that the command gets; without it, it gets all of the run's. */
  variables: v.exactOptional(names),
  /** Whether the command must not hold the log and the prompt of the record themselves: it could change them. */
  isPiped: v.exactOptional(v.boolean()),
})

export type StageSpec = Shape<typeof stageSpecSchema>

/** The code with which a task began. */
const startPointSchema = v.union([
  v.object({
    commit: v.string(),
    /** The same for the same code; see `codeOf`. */
    code: v.string(),
    /** The folder of the work, relative to the top of the work tree. */
    folder: v.string(),
    /** Holds the commit, and goes with the run. */
    ref: v.exactOptional(v.string()),
  }),
  /** Why nobody can go back to it. */
  v.object({ why: v.string() }),
])

export type StartPoint = Shape<typeof startPointSchema>

/** What the verdict on a task's run needs of the runs before it. Kept with the run, so every judge sees the same. */
const taskPastSchema = v.object({
  /** Runs that failed by their approach, oldest first. */
  attempts: v.array(v.object({ run: count, approach: v.string() })),
  /** What every attempt was told: the prompt, earlier errors. */
  given: v.string(),
  /** Reasons of all failed runs since a person last said retry, oldest first. */
  failures: names,
  /** What is left for this run and those after it. */
  budget: v.object({
    attempts: amount,
    wallMs: amount,
    tokens: v.nullable(amount),
    costUsd: v.nullable(amount),
  }),
  /** In the queue every automatic retry waits, and their number is bounded. */
  isPaced: v.boolean(),
})

export type TaskPast = Shape<typeof taskPastSchema>

const outputSchema = v.object({
  /** Whose output it is read as; null: what it prints tells. */
  reads: v.nullable(v.string()),
  sessionPattern: v.nullable(v.string()),
})

export type OutputDescription = Shape<typeof outputSchema>

const memoryLimitSchema: v.GenericSchema<MemoryLimit> = v.object({
  bytes: count,
  group: v.nullable(v.object({ folder: v.string(), procs: v.string(), events: v.string() })),
  wrapper: v.object({ launcher: names, procs: v.string(), events: v.string() }),
})

/** All that an adopter needs to finish the run as its starter would have. Written before launch. */
export const runSpecSchema = v.object({
  format: v.literal('mayday.run/1'),
  runId: v.string(),
  run: count,
  task: count,
  taskId: v.string(),
  attempt: count,
  title: v.string(),
  /** The task as somebody added it. A plain run has none, nor has one whose task holds a secret, once it has ended. */
  kept: v.exactOptional(keptTaskSchema),
  flow: v.string(),
  phase: v.nullable(v.string()),
  /** Relative to the root. Older runs have none. */
  card: v.exactOptional(v.nullable(v.string())),
  agent: v.nullable(v.string()),
  /** Where the project describes the agent: how its output is read. */
  described: v.exactOptional(outputSchema),
  /** The session that it was told to have. */
  sessionId: v.exactOptional(v.string()),
  root: v.string(),
  cwd: v.string(),
  /** Relative to the root. */
  logPath: v.string(),
  /** What marks every process of the run in its environment: the ids of the runs around it, and its own. */
  runPath: v.string(),
  createdAt: moment,
  /** Who started it: whatever is older than this process does not belong to the run. */
  starter: identitySchema,
  stages: v.array(stageSpecSchema),
  graceMs: amount,
  /** Null where none was asked for. */
  memory: v.nullable(memoryLimitSchema),
  expectChanges: v.boolean(),
  /** Where the task began, if failing tests of verify are to be compared with those that failed there. */
  compare: v.exactOptional(startPointSchema),
  /** The task before this run. A plain run has none. */
  past: v.exactOptional(taskPastSchema),
  /** Prefixes of markers that count beside the default ones. */
  markers: v.exactOptional(names),
  /** What the project changes about plans, a word a reason. */
  policies: v.exactOptional(names),
  /** The project's custom reasons, which a marker may claim. */
  customReasons: v.exactOptional(v.array(customReasonSchema)),
  /** The same, of a run that an older version started. */
  ownReasons: v.exactOptional(v.array(customReasonSchema)),
  /** Is prompt.md the standard input of the agent? */
  prompted: v.boolean(),
  /** The work tree before the first stage; unknown where a stage makes it, which is then measured before the agent. */
  baseline: baselineSchema,
  /**
   * A git dir of Mayday's own, which a stage of a sandboxed run makes beside the tree. Where it is set, nothing that
   * lies in the tree is read as a setting of git.
   */
  ownGit: v.exactOptional(v.string()),
  branch: v.nullable(v.string()),
  baseCommit: v.nullable(v.string()),
  /** The kernel's count of processes that it killed for memory, before the first stage. */
  oomKills: v.nullable(count),
})

export type RunSpec = Shape<typeof runSpecSchema>

/** How the output of a stage is to be read. */
export const readingOf = (
  { agent, described, markers = [] }: RunSpec,
  stage: RunStage,
): { markerPrefixes: readonly string[]; agent?: string; sessionPattern?: string } => {
  const reads = described === undefined ? agent : described.reads
  const pattern = described?.sessionPattern ?? null
  return {
    markerPrefixes: markers,
    ...(reads === null || stage !== 'agent_run' ? {} : { agent: reads }),
    ...(pattern === null || stage !== 'agent_run' ? {} : { sessionPattern: pattern }),
  }
}

/** Does the run make its work tree itself? It is measured before the agent then. */
export const isStaged = ({ stages }: Pick<RunSpec, 'stages'>): boolean => stages[0]?.stage === 'git_clone'

/** The custom reasons of a run, whichever version started it. */
export const claimableIn = ({
  customReasons,
  ownReasons,
}: Pick<RunSpec, 'customReasons' | 'ownReasons'>): readonly CustomReason[] =>
  customReasons ?? ownReasons ?? []
