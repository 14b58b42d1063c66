import * as v from 'valibot'
import { count, type Shape } from '../../record/schema.ts'

/** Identifies one process, and no other that gets its pid later. */
export const identitySchema = v.object({
  pid: count,
  /** In the notation of the system: clock ticks since boot, or `ps`'s lstart in UTC. Only compared for equality. */
  startedAt: v.string(),
  boot: v.string(),
  /** The PID namespace, if the system has them. */
  namespace: v.nullable(v.string()),
  host: v.string(),
})

export type ProcessIdentity = Shape<typeof identitySchema>

/** `unknown` is a valid answer: a process of another machine cannot be checked from here. */
export const processStates = ['alive', 'dead', 'unknown'] as const

export type ProcessState = (typeof processStates)[number]

/** A live process with its position in the tree. */
export type FoundProcess = ProcessIdentity & { readonly parent: number; readonly group: number }

/** Bytes of read and write calls, of a process and the children it has waited for. */
export type IoBytes = { readonly read: number; readonly written: number }

/** Access to the process table. Every call is synchronous and reads the system once. */
export type Processes = {
  readonly kind: 'proc' | 'ps' | 'none'
  readonly self: () => ProcessIdentity
  readonly identify: (pid: number) => ProcessIdentity | null
  readonly state: (identity: ProcessIdentity) => ProcessState
  /** Only the live ones. Costs one read per process or, with `ps`, one for all. */
  readonly living: <Known extends ProcessIdentity>(identities: readonly Known[]) => Known[]
  /** All live descendants, and the members of the process group with that number; not the process itself. */
  readonly tree: (pid: number) => FoundProcess[]
  /**
   * Live processes whose MAYDAY_RUN_PATH is `value` or begins with `value/`, if this user may read them, and on Linux
   * those that have its mark (`run-mark.ts`). Processes that started before `since` are skipped.
   */
  readonly tagged: (value: string, since?: ProcessIdentity) => FoundProcess[]
  /** The process itself, its parent, and so on up to the first. */
  readonly lineage: (pid: number) => FoundProcess[]
  /**
   * CPU milliseconds of each process, with its tree and the children it has waited for. One call for all is cheaper.
   */
  readonly usage: (pids: readonly number[]) => ReadonlyMap<number, number>
  readonly io: (pid: number) => IoBytes | null
  /** Whether it is the first process of a nested PID namespace. Everything in that namespace ends with it. */
  readonly isFirstInside: (pid: number) => boolean
}

/** The variable that identifies strays of a run. A nested run has `outer/inner`. */
export const RUN_PATH_VARIABLE = 'MAYDAY_RUN_PATH'
