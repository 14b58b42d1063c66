import type { Plan } from '../recovery/plan.ts'
import type { PolicyOverrides } from '../recovery/policy.ts'
import type { RunResult } from '../record/run-result.ts'
import type { LessonRecord, NewLesson, TaskStatus } from '../record/task.ts'
import type { House } from '../supervision/reconcile.ts'
import type { Environment } from '../supervision/run-folder.ts'
import type { Watcher } from '../supervision/supervised-run.ts'
import type { Clock } from './sleep-until.ts'

/** A moment in a task's story. */
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
  | { readonly event: 'tree:rolled-back'; readonly task: number; readonly to: string }
  | {
      readonly event: 'wait:started'
      readonly task: number
      readonly until: string | null
      readonly why: string
    }
  | {
      readonly event: 'task:escalated'
      readonly task: number
      readonly escalation: number
      readonly cause: string
    }
  | { readonly event: 'task:ended'; readonly task: number; readonly status: TaskStatus }

/** Everything that a task loop works with. */
export type TaskHouse = House & {
  readonly watcher: Watcher
  readonly clock: Clock
  readonly random: () => number
  readonly env: Environment
  /** What the project's config says about plans. */
  readonly overrides: PolicyOverrides
  readonly lessons: {
    /** The file that agents read by themselves (AGENTS.md). */
    readonly file?: string
    readonly maxPerPhase?: number
    readonly promptBytes?: number
    readonly template?: string
  }
  readonly tell: (event: TaskEvent) => void
}
