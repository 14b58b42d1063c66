import type { OwnReason } from '../reasons/own-reason.ts'
import type { Budget, KeptTask } from '../record/task.ts'
import type { Baseline } from './changes/changes.ts'
import type { MemoryLimit } from './memory-limit.ts'
import type { ProcessIdentity } from './processes/processes.ts'

/** The stages that a run can have, in their order. */
export type RunStage = 'git_clone' | 'git_checkout' | 'setup' | 'baseline_run' | 'agent_run' | 'final_test'

/** One command of a run. */
export type StageSpec = {
  readonly stage: RunStage
  readonly argv: readonly string[]
  /** As a person would type it, redacted. */
  readonly command: string
  /** Running time after which it is stopped. */
  readonly timeoutMs: number
  /** Time without progress after which it is stopped; null where silence says nothing (tests may be silent). */
  readonly idleMs: number | null
  /** Time in the agent's own retries of a request after which it is stopped; without it only the others stop it. */
  readonly retryingMs?: number
  /** Names of the variables that the command gets; without it, it gets all of the run's. */
  readonly variables?: readonly string[]
  /** Whether the command must not hold the log and the prompt of the record themselves: it could change them. */
  readonly isPiped?: boolean
}

/** `run.json`: all that an adopter needs to finish the run as its starter would have. Written before launch. */
export type RunSpec = {
  readonly format: 'mayday.run/1'
  readonly runId: string
  readonly run: number
  readonly task: number
  readonly taskId: string
  readonly attempt: number
  readonly title: string
  /** The task as somebody added it. A plain run has none, nor has one whose task holds a secret, once it has ended. */
  readonly kept?: KeptTask
  readonly flow: string
  readonly phase: string | null
  /** Relative to the root. Older runs have none. */
  readonly card?: string | null
  readonly agent: string | null
  /** Where the project describes the agent: how its output is read. */
  readonly described?: OutputDescription
  /** The session that it was told to have. */
  readonly sessionId?: string
  readonly root: string
  readonly cwd: string
  /** Relative to the root. */
  readonly logPath: string
  /** What marks every process of the run in its environment: the ids of the runs around it, and its own. */
  readonly runPath: string
  readonly createdAt: string
  /** Who started it: whatever is older than this process does not belong to the run. */
  readonly starter: ProcessIdentity
  readonly stages: readonly StageSpec[]
  readonly graceMs: number
  /** Null where none was asked for. */
  readonly memory: MemoryLimit | null
  readonly expectChanges: boolean
  /** Where the task began, if failing tests of verify are to be compared with those that failed there. */
  readonly compare?: StartPoint
  /** The task before this run. A plain run has none. */
  readonly past?: TaskPast
  /** Prefixes of markers that count beside the usual ones. */
  readonly markers?: readonly string[]
  /** What the project changes about plans, a word a reason. */
  readonly policies?: readonly string[]
  /** Reasons of the project's own, which a marker may claim. */
  readonly ownReasons?: readonly OwnReason[]
  /** Is prompt.md the standard input of the agent? */
  readonly prompted: boolean
  /** The work tree before the first stage; unknown where a stage makes it, which is then measured before the agent. */
  readonly baseline: Baseline
  /**
   * A git dir of Mayday's own, which a stage of a sandboxed run makes beside the tree. Where it is set, nothing that
   * lies in the tree is read as a setting of git.
   */
  readonly ownGit?: string
  readonly branch: string | null
  readonly baseCommit: string | null
  /** The kernel's count of processes that it killed for memory, before the first stage. */
  readonly oomKills: number | null
}

/** The code with which a task began. */
export type StartPoint =
  | {
      readonly commit: string
      /** The same for the same code; see `codeOf`. */
      readonly code: string
      /** The folder of the work, relative to the top of the work tree. */
      readonly folder: string
      /** Holds the commit, and goes with the run. */
      readonly ref?: string
    }
  /** Why nobody can go back to it. */
  | { readonly why: string }

/** What the verdict on a task's run needs of the runs before it. Kept with the run, so every judge sees the same. */
export type TaskPast = {
  /** Runs that failed by their approach, oldest first. */
  readonly attempts: readonly { readonly run: number; readonly approach: string }[]
  /** What every attempt was told: the prompt, earlier errors. */
  readonly given: string
  /** Reasons of all failed runs since a person last said retry, oldest first. */
  readonly failures: readonly string[]
  /** What is left for this run and those after it. */
  readonly budget: Budget
  /** In the queue every automatic retry waits, and their number is bounded. */
  readonly isPaced: boolean
}

export type OutputDescription = {
  /** Whose output it is read as; null: what it prints tells. */
  readonly reads: string | null
  readonly sessionPattern: string | null
}

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
