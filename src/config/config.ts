import type { ArchiveSettings } from '../fleet/archive/archive-settings.ts'
import type { TreePolicy } from '../fleet/trees/tree-policy.ts'
import type { NoticeKind } from '../recovery/notices.ts'
import type { Sandbox, SandboxNames } from '../bench/suite/task.ts'
import type { PolicyChange } from '../recovery/policy.ts'
import type { PlanKind, Reason, ReasonClass } from '../reasons/reason.ts'
import type { Budget } from '../record/task.ts'
import type { Retention } from '../supervision/default-retention.ts'
import type { RunLimits } from '../supervision/default-limits.ts'

/**
 * The values of the files. Absent values have defaults, which each room defines. The command line wins over the files.
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
  /** Custom reasons of the project, in addition to the table. */
  readonly reasons: Readonly<Record<string, ProjectReason>>
  /** Prefixes of markers that count in addition to MAYDAY and GZA. */
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
  /** The sandbox of benchmark tasks that name none, and what every sandbox allows. */
  readonly bench: SandboxNames & {
    readonly sandbox?: Sandbox['engine']
    readonly image?: string
    readonly network?: boolean
  }
  /** Whether to ask an agent about unexplained failures, and which one. */
  readonly diagnosis: {
    readonly ask?: 'never' | 'unknown'
    readonly agent?: string
    readonly args?: readonly string[]
  }
  readonly notify: NotifySettings
  /** The collector of telemetry. The environment variables of OpenTelemetry win over it. */
  readonly telemetry: { readonly endpoint?: string; readonly headers?: string }
  /** Names of variables whose values are masked, in addition to those whose names indicate a secret. */
  readonly secrets?: readonly string[]
  readonly retention: Partial<Pick<Retention, 'olderThanMs' | 'keepBytes'>>
  readonly git: { readonly main?: string }
  readonly fleet: Partial<TreePolicy>
  /** The archive for the logs of a fleet. */
  readonly logs: ArchiveSettings
}

/** How Mayday notifies people outside of the terminal. Addresses and tokens may be `$NAME` of a variable. */
export type NotifySettings = {
  readonly desktop?: boolean
  readonly webhook?: string
  /** The body for the webhook, with `{title}` and others in it. */
  readonly template?: string
  readonly command?: string
  readonly slack?: string
  readonly discord?: string
  readonly teams?: string
  readonly ntfy?: string
  readonly telegram?: { readonly token?: string; readonly chat?: string; readonly server?: string }
  readonly email?: string
  readonly kinds?: readonly NoticeKind[]
  /** `22:00-07:00`. */
  readonly quiet?: string
  readonly perHour?: number
}

export type ProjectReason = {
  readonly class?: ReasonClass
  readonly plan?: PlanKind
  /** Across stages it loses to this reason and wins over the next one. */
  readonly after?: Reason
  /** The known reason whose words the dialects use for it. */
  readonly like?: Reason
  readonly meaning?: string
}

export type AgentSettings = {
  /** The whole command, with `{prompt}` in it. */
  readonly command?: readonly string[]
  /** More words for the default command. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** False: the retry settings of the agent are not changed. */
  readonly fastFaults?: boolean
  /** Contains `{session}`. */
  readonly resume?: readonly string[]
  /** Finds the session id in a line of the output. */
  readonly session?: string
  /** The known agent as which its output is read. */
  readonly reads?: string
  /** The name of its account on a fleet. */
  readonly account?: string
}

/** The config without any file. */
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
  telemetry: {},
  retention: {},
  git: {},
  fleet: {},
  logs: {},
}
