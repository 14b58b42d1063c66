import type { RunRecord } from '../run.ts'
import type { TaskSpec } from '../task.ts'
import type { NewLesson } from '../task-story.ts'

/** A run as another program recorded it. The reason is ours where we know its word, else the word itself. */
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
  /** What tells it from all others of the same origin, for ever: importing twice changes nothing. */
  readonly key: string
  readonly prompt: string
  readonly status: 'succeeded' | 'failed' | 'canceled'
  /** The reason in the other program's own word, where it gave one. */
  readonly word?: string
  /** One sentence for people. */
  readonly summary?: string
  /** The id of its task, which is the same at every import. Without it `sameTaskAs` decides. */
  readonly taskId?: string
  readonly phase?: string | null
  /** The key of an earlier run, of which this one is another attempt. */
  readonly sameTaskAs?: string
  /** The last commit of its task that is known to be good, in this repository. */
  readonly goodCommit?: string
  /** What it taught, where it failed. */
  readonly lesson?: Pick<NewLesson, 'error' | 'attempted' | 'files' | 'context' | 'fingerprint'>
}

/** A task of another program that is not done there. A person decides what becomes of it: nothing starts it by itself. */
export type ImportedTask = Pick<TaskSpec, 'title' | 'prompt' | 'flow' | 'agent'> & {
  /** The same at every import, and that of its runs. */
  readonly taskId: string
  readonly createdAt: string
  /** Why it needs a person. */
  readonly cause: string
  readonly raisedAt: string
  /** The other program gave up on it. Without that nobody is reminded: whoever imports it is told at once. */
  readonly isStuck: boolean
}

/** The first line of a prompt. */
export const titleOf = (prompt: string): string => (prompt.trim().split('\n')[0] ?? '').slice(0, 200)

/** The id of a task of another program, by what tells it from all others there. */
export function foreignTaskId(origin: string, key: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  const hash = createHash('sha256').update(`${origin}\n${key}`).digest('hex')
  // A UUID of version 8, which is for ids of one's own making.
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}

/** For a program that kept nothing of the kind. */
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
