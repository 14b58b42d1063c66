import type { Project } from '../record/project.ts'
import type { DecidedOn } from '../record/run.ts'
import type { RunLimits } from './default-limits.ts'
import type { Environment } from './run-folder.ts'
import type { OutputDescription, StageSpec, TaskPast } from './run-spec.ts'

/** What a command asked for. */
export type RunRequest = {
  readonly project: Project
  /** The agent's command. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Environment
  readonly agent: string | null
  /** How the output is read, if the project defines the agent. */
  readonly described?: OutputDescription
  /** The session id on its command line. */
  readonly sessionId?: string
  readonly task?: number
  /** The earlier runs of the task, redacted. */
  readonly past?: TaskPast
  /** The id that was chosen when the run was queued. */
  readonly runId?: string
  /** If given, the run is refused if a backup was restored or the task ran since the decision to start it. */
  readonly decidedOn?: DecidedOn
  /** Relative to the project root. */
  readonly card?: string | null
  readonly title: string
  readonly prompt: string | null
  /** The prompt is already on the command line. It is only recorded. */
  readonly isPromptGiven?: boolean
  readonly flow: string
  readonly phase: string | null
  /** Shell commands. */
  readonly setup: string | null
  readonly baseline: string | null
  readonly verify: string | null
  readonly limits: RunLimits
  readonly expectChanges: boolean
  /** Whether failing tests of verify are compared with those that fail at the start of the task. */
  readonly compare?: CompareRequest
  /**
   * All stages of a staged attempt, instead of the commands above. The attempt makes its work tree in `cwd`: an empty
   * folder, which may be outside the project.
   */
  readonly stages?: readonly StageSpec[]
  /** If the stages run in a sandbox: Mayday's own git dir, which one of them makes. */
  readonly ownGit?: string
}

/** The snapshot of the task's start, by commit or ref; null means the task starts with this run. */
type CompareRequest = { readonly start: string | null }
