import type { RunRecord } from '../run.ts'
import type { TaskSpec } from '../task.ts'
import type { NewLesson } from '../task-story.ts'
import type { EndedRunStatus } from '../run-states.ts'

/** A run that another program recorded. The reason is Mayday's if its word is known, else the word itself. */
export type ImportedRun = Pick<
  RunRecord,
  | 'title'
  | 'flow'
  | 'agent'
  | 'branch'
  | 'logPath'
  | 'startedAt'
  | 'endedAt'
  | 'durationMs'
  | 'turns'
  | 'costUsd'
  | 'tokens'
  | 'sessionId'
  | 'model'
  | 'reason'
> & {
  /** Identifies the run among all of the same origin, permanently: importing twice changes nothing. */
  readonly key: string
  readonly prompt: string
  readonly status: EndedRunStatus
  /** The reason in the other program's own word, if it gave one. */
  readonly word?: string
  /** One sentence for people. */
  readonly summary?: string
  /** The id of its task, equal at every import. Without it `sameTaskAs` decides. */
  readonly taskId?: string
  readonly phase?: string | null
  /** The key of an earlier run of the same task. */
  readonly sameTaskAs?: string
  /** The last known good commit of its task, in this repository. */
  readonly goodCommit?: string
  /** The lesson of the run, if it failed. */
  readonly lesson?: Pick<NewLesson, 'error' | 'attempted' | 'files' | 'context' | 'fingerprint'>
}

/** An unfinished task of another program. A person decides about it: Mayday does not start it automatically. */
export type ImportedTask = Pick<TaskSpec, 'title' | 'prompt' | 'flow' | 'agent'> & {
  /** Equal at every import, and equal to that of its runs. */
  readonly taskId: string
  readonly createdAt: string
  /** Why it needs a person. */
  readonly cause: string
  readonly raisedAt: string
  /** Whether the other program gave up on it. If not, no reminder is sent: the import itself reports it. */
  readonly isStuck: boolean
}

/** The first line of a prompt. */

/** The id of a task of another program, derived from its key there. */
export function foreignTaskId(origin: string, key: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  const hash = createHash('sha256').update(`${origin}\n${key}`).digest('hex')
  // A UUID of version 8, which is for custom ids.
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}

/** For a program that recorded no such values. */
export const unmeasured: Pick<
  ImportedRun,
  'branch' | 'logPath' | 'durationMs' | 'turns' | 'costUsd' | 'tokens' | 'sessionId' | 'model'
> = {
  branch: null,
  logPath: '',
  durationMs: null,
  turns: null,
  costUsd: null,
  tokens: null,
  sessionId: null,
  model: null,
}

export type ImportCounts = { readonly imported: number; readonly known: number }
