import type { Pauses } from '../recovery/backoff.ts'
import type { CommandOf } from '../recovery/fallback.ts'
import type { Plan } from '../recovery/plan.ts'
import type { PolicyOverrides } from '../recovery/policy.ts'
import type { RunResult } from '../record/run-result.ts'
import type { TaskRecord } from '../record/task.ts'
import type { LessonRecord, NewLesson } from '../record/task-story.ts'
import type { TaskStatus } from '../record/task-states.ts'
import type { AgentProfile } from '../supervision/profiles/profile.ts'
import type { Environment } from '../supervision/run-folder.ts'
import type { Watcher } from '../supervision/supervised-run.ts'
import type { QueueContext } from './locks.ts'

/** An event of a task. */
export type TaskEvent =
  | {
      readonly event: 'attempt:starting'
      readonly task: number
      readonly attempt: number
      readonly placement: string
    }
  | { readonly event: 'attempt:ended'; readonly task: number; readonly result: RunResult }
  | { readonly event: 'lesson:learned'; readonly task: number; readonly lesson: NewLesson | LessonRecord }
  | { readonly event: 'lessons:unwritten'; readonly task: number; readonly why: string }
  | { readonly event: 'plan:made'; readonly task: number; readonly plan: Plan }
  | { readonly event: 'work:saved'; readonly task: number; readonly ref: string; readonly why: string }
  | {
      readonly event: 'tree:unprepared'
      readonly task: number
      readonly tree: string
      readonly missing: readonly string[]
    }
  | { readonly event: 'tree:unfiltered'; readonly task: number; readonly filters: readonly string[] }
  | { readonly event: 'tree:rolled-back'; readonly task: number; readonly to: string }
  | {
      readonly event: 'wait:started'
      readonly task: number
      readonly until: string | null
      readonly why: string
      /** How a person ends the wait. */
      readonly next: string
    }
  | {
      readonly event: 'task:escalated'
      readonly task: number
      readonly escalation: number
      readonly cause: string
    }
  | { readonly event: 'card:unwritten'; readonly task: number; readonly why: string }
  | { readonly event: 'task:ended'; readonly task: number; readonly status: TaskStatus }

/** What the config says about agents, read again before an attempt. */
export type Looked =
  | { readonly kind: 'agents'; readonly agents: Pick<TaskContext, 'agents' | 'commandOf'> }
  /** The config now executes something else, and no person has trusted that. */
  | { readonly kind: 'untrusted'; readonly why: string; readonly actions: readonly string[] }

/** Everything that a task loop needs. */
export type TaskContext = QueueContext & {
  readonly watcher: Watcher
  readonly random: () => number
  readonly env: Environment
  /** The agent profiles of the project. Absent: the built-in ones. */
  readonly agents?: readonly AgentProfile[]
  /** The policy from the config of the project. */
  readonly overrides: PolicyOverrides
  readonly lessons: {
    /** The file that agents read without being told (AGENTS.md). */
    readonly file?: string
    readonly maxPerPhase?: number
    readonly promptBytes?: number
    readonly template?: string
  }
  /** The command of an agent that replaces another one. */
  readonly commandOf: CommandOf
  /** True: recovery of a card may change the work tree without a person. */
  readonly autoRecover: boolean
  /** True: every automatic retry waits for its backoff, as in the queue. */
  readonly isPaced: boolean
  readonly tell: (event: TaskEvent) => void
  /** Names of the accounts that agents use here. An agent without one is told apart by its environment. */
  readonly accounts?: Readonly<Record<string, string>>
  /** The agent of the task that may be used, if that was decided before. */
  readonly usedAgent?: string
  /** What agents said last in runs whose logs are on other machines, by the id of the run. */
  readonly wordsElsewhere?: Readonly<Record<string, string>>
  /** Looks at the project's config again. Absent: what held at the start holds until the end. */
  readonly lookAgain?: (task: TaskRecord) => Promise<Looked>
}

/** The pauses before retries that the project configured, if any. */
export const pausesIn = ({ schedule }: Pick<TaskContext, 'schedule'>): { readonly pauses?: Pauses } =>
  schedule.backoff === undefined ? {} : { pauses: schedule.backoff }
