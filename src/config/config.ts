import type { Sandbox, SandboxNames } from '../bench/suite/task.ts'
import type { PolicyChange } from '../recovery/policy.ts'
import type { PlanKind, Reason, ReasonClass } from '../reasons/reason.ts'
import type { Budget } from '../record/task.ts'
import type { Retention } from '../supervision/default-retention.ts'
import type { RunLimits } from '../supervision/default-limits.ts'

/**
 * What the files say. What is not there is the default: each room keeps its own defaults, and a command
 * line wins over the files.
 */
export type Config = {
  readonly version?: number
  /** The agent of tasks that name none. */
  readonly agent?: string
  readonly limits: Partial<RunLimits>
  /** Shell commands. */
  readonly stages: {
    readonly setup?: string
    readonly baseline?: string
    readonly verify?: string
    readonly compare?: boolean
  }
  readonly budget: Partial<Budget>
  readonly policy: Readonly<Record<string, PolicyChange | undefined>>
  /** Custom reasons, in addition to those of the table. */
  readonly reasons: Readonly<Record<string, ProjectReason>>
  /** Prefixes of markers that count beside MAYDAY and GZA. */
  readonly markers?: readonly string[]
  readonly agents: Readonly<Record<string, AgentSettings>>
  readonly lessons: {
    readonly file?: string
    readonly maxPerPhase?: number
    readonly promptBytes?: number
    readonly template?: string
  }
  readonly schedule: {
    readonly concurrency?: number
    readonly perFlow?: Readonly<Record<string, number>>
    /** Milliseconds. */
    readonly backoff?: readonly number[]
  }
  readonly cards: { readonly autoRecover?: boolean }
  /** The sandbox of a benchmark's tasks that name none, and what every sandbox lets in. */
  readonly bench: SandboxNames & {
    readonly sandbox?: Sandbox['engine']
    readonly image?: string
    readonly network?: boolean
  }
  /** Whether an agent is asked about failures that nothing explains, and which one. */
  readonly diagnosis: {
    readonly ask?: 'never' | 'unknown'
    readonly agent?: string
    readonly args?: readonly string[]
  }
  readonly notify: { readonly desktop?: boolean; readonly webhook?: string; readonly command?: string }
  /** Names of variables whose values are masked, beside those whose names tell. */
  readonly secrets?: readonly string[]
  readonly retention: Partial<Pick<Retention, 'olderThanMs' | 'keepBytes'>>
  readonly git: { readonly main?: string }
}

export type ProjectReason = {
  readonly class?: ReasonClass
  readonly plan?: PlanKind
  /** Across stages it loses to this one and wins over the next. */
  readonly after?: Reason
  /** The reason whose words the dialects take for it. */
  readonly like?: Reason
  readonly meaning?: string
}

export type AgentSettings = {
  /** The whole command, with `{prompt}` in it. */
  readonly command?: readonly string[]
  /** More words for the default command. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** False: the agent's own patience with faults is left alone. */
  readonly fastFaults?: boolean
  /** With `{session}` in it. */
  readonly resume?: readonly string[]
  /** Finds the session's id in a line of the output. */
  readonly session?: string
  /** The known agent as whose output its own is read. */
  readonly reads?: string
}

/** What holds where there is no file. */
export const NO_CONFIG: Config = {
  limits: {},
  stages: {},
  budget: {},
  policy: {},
  reasons: {},
  agents: {},
  lessons: {},
  schedule: {},
  cards: {},
  bench: {},
  diagnosis: {},
  notify: {},
  retention: {},
  git: {},
}
