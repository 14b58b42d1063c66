/** `run.json`: one schema gives its type and validates the file. */
import * as v from 'valibot'
import type { CustomReason } from '../reasons/custom-reason.ts'
import { runStages, type RunStage } from '../reasons/stages.ts'
import { customReasonSchema } from '../reasons/custom-reason-schema.ts'
import { amount, count, moment, names, type Shape } from '../record/schema.ts'
import { budgetSchema, keptTaskSchema } from '../record/task.ts'
import { baselineSchema } from './changes/baseline.ts'
import { identitySchema } from './processes/processes.ts'

/** The stages that a run can have, in their order. */
export const runStageSchema = v.picklist(runStages)

/** One command of a run. */
const stageSpecSchema = v.object({
  stage: runStageSchema,
  argv: names,
  /** The command as a person would type it, redacted. */
  command: v.string(),
  /** The running time after which it is stopped. */
  timeoutMs: amount,
  /** A stage that makes no progress for this long is stopped; null if silence is normal (tests may be silent). */
  idleMs: v.nullable(amount),
  /** How long the agent may retry a request before it is stopped. If absent, only the other limits apply. */
  retryingMs: v.exactOptional(amount),
  /** The names of the variables that the command gets. If absent, it gets all variables of the run. */
  variables: v.exactOptional(names),
  /** Whether the command gets pipes instead of the log and the prompt files, which it could change. */
  isPiped: v.exactOptional(v.boolean()),
})

export type StageSpec = Shape<typeof stageSpecSchema>

/** The code at the start of a task. */
const startPointSchema = v.union([
  v.object({
    commit: v.string(),
    /** Equal for equal code; see `codeOf`. */
    code: v.string(),
    /** The working folder, relative to the top of the work tree. */
    folder: v.string(),
    /** Keeps the commit, and is deleted with the run. */
    ref: v.exactOptional(v.string()),
  }),
  /** Why the start cannot be restored. */
  v.object({ why: v.string() }),
])

export type StartPoint = Shape<typeof startPointSchema>

/**
 * The facts about earlier runs of the task that the verdict needs. They are kept with the run, so every later
 * diagnosis uses the same facts.
 */
const taskPastSchema = v.object({
  /** Runs that failed because of their approach, oldest first. */
  attempts: v.array(v.object({ run: count, approach: v.string() })),
  /** What every attempt was given: the prompt, earlier errors. */
  given: v.string(),
  /** The reasons of all failed runs since the last manual retry, oldest first. */
  failures: names,
  /** The remaining budget for this run and later ones. */
  budget: budgetSchema,
  /** In the queue every automatic retry waits, and the number of retries is bounded. */
  isPaced: v.boolean(),
})

export type TaskPast = Shape<typeof taskPastSchema>

const outputSchema = v.object({
  /** The agent whose format the output has; null means it is detected. */
  reads: v.nullable(v.string()),
  sessionPattern: v.nullable(v.string()),
})

export type OutputDescription = Shape<typeof outputSchema>

export const memoryLimitSchema = v.object({
  bytes: count,
  /** The cgroup made for it; null if systemd makes one around the wrapper and removes it. */
  group: v.nullable(
    v.object({
      folder: v.string(),
      /** A process that writes 0 into this file joins the group. */
      procs: v.string(),
      /** A file with a line `oom_kill N`. */
      events: v.string(),
    }),
  ),
  /** How the worker gets its limit: a program that starts the wrapper, or a cgroup to join. */
  wrapper: v.object({
    launcher: names,
    /** The cgroup.procs file into which the worker writes itself, or ''. */
    procs: v.string(),
    /** The file with the cgroup's count of OOM kills, `own` for the wrapper's cgroup, or ''. */
    events: v.string(),
  }),
})

/** Everything that an adopter needs to finish the run as its starter would have. Written before launch. */
export const runSpecSchema = v.object({
  format: v.literal('mayday.run/1'),
  runId: v.string(),
  run: count,
  task: count,
  taskId: v.string(),
  attempt: count,
  title: v.string(),
  /**
   * The task as it was added. A plain run has none. After the end, a run whose task contains a secret has none either.
   */
  kept: v.exactOptional(keptTaskSchema),
  flow: v.string(),
  phase: v.nullable(v.string()),
  /** Relative to the root. Older runs have none. */
  card: v.exactOptional(v.nullable(v.string())),
  agent: v.nullable(v.string()),
  /** How the output is read, if the project defines the agent. */
  described: v.exactOptional(outputSchema),
  /** The session id that the agent was given. */
  sessionId: v.exactOptional(v.string()),
  root: v.string(),
  cwd: v.string(),
  /** Relative to the root. */
  logPath: v.string(),
  /** Tags every process of the run in its environment: the ids of the outer runs, and its own. */
  runPath: v.string(),
  createdAt: moment,
  /** The process that started the run. Processes that are older do not belong to the run. */
  starter: identitySchema,
  stages: v.array(stageSpecSchema),
  graceMs: amount,
  /** Null if no limit was requested. */
  memory: v.nullable(memoryLimitSchema),
  expectChanges: v.boolean(),
  /** The start of the task, if failing tests of verify are compared with those that failed there. */
  compare: v.exactOptional(startPointSchema),
  /** The history of the task before this run. A plain run has none. */
  past: v.exactOptional(taskPastSchema),
  /** Prefixes of markers that count in addition to the default ones. */
  markers: v.exactOptional(names),
  /** The project's changes to plans, one entry per reason. */
  policies: v.exactOptional(names),
  /** The project's custom reasons, which a marker may claim. */
  customReasons: v.exactOptional(v.array(customReasonSchema)),
  /** The same, of a run that an older version started. */
  ownReasons: v.exactOptional(v.array(customReasonSchema)),
  /** The names of the variables that the agent gets, sorted. Older runs have none. */
  environment: v.exactOptional(names),
  /** Is prompt.md the standard input of the agent? */
  prompted: v.boolean(),
  /**
   * The work tree before the first stage. Unknown if a stage makes the tree; then it is measured before the agent.
   */
  baseline: baselineSchema,
  /**
   * A git dir of Mayday that a stage of a sandboxed run makes beside the tree. If it is set, git reads no settings
   * from the tree.
   */
  ownGit: v.exactOptional(v.string()),
  branch: v.nullable(v.string()),
  baseCommit: v.nullable(v.string()),
  /** The kernel's count of OOM kills before the first stage. */
  oomKills: v.nullable(count),
})

export type RunSpec = Shape<typeof runSpecSchema>

/** How the output of a stage is read. */
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

/** The custom reasons of a run, whichever version started it. */
export const claimableIn = ({
  customReasons,
  ownReasons,
}: Pick<RunSpec, 'customReasons' | 'ownReasons'>): readonly CustomReason[] =>
  customReasons ?? ownReasons ?? []
