import * as v from 'valibot'
import { count, type Shape } from '../../record/schema.ts'

/** One process, and no other that gets its number later. */
export const identitySchema = v.object({
  pid: count,
  /** In the system's own notation: clock ticks since boot, or `ps`'s lstart in UTC. Equal or not, nothing else. */
  startedAt: v.string(),
  boot: v.string(),
  /** The PID namespace, where the system has them. */
  namespace: v.nullable(v.string()),
  host: v.string(),
})

export type ProcessIdentity = Shape<typeof identitySchema>

/** `unknown` is an answer: another machine's process can be neither alive nor dead from here. */
export type ProcessState = 'alive' | 'dead' | 'unknown'

/** A live process with its place in the tree. */
export type FoundProcess = ProcessIdentity & { readonly parent: number; readonly group: number }

/** Bytes through read and write calls, of a process and the children it has waited for. */
export type IoBytes = { readonly read: number; readonly written: number }

/** What the system says about processes. Every call is synchronous and looks at the system once. */
export type Processes = {
  readonly kind: 'proc' | 'ps' | 'none'
  readonly self: () => ProcessIdentity
  readonly identify: (pid: number) => ProcessIdentity | null
  readonly state: (identity: ProcessIdentity) => ProcessState
  /** Those that are alive, for the price of one look at each or, with `ps`, at all of them. */
  readonly living: <Known extends ProcessIdentity>(identities: readonly Known[]) => Known[]
  /** All live descendants, and what is in the process group of that number; not the process itself. */
  readonly tree: (pid: number) => FoundProcess[]
  /**
   * Live processes whose MAYDAY_RUN_PATH is `value` or begins with `value/`, as far as this user may read them, and on
   * Linux those that have its mark (`run-mark.ts`).
   * Whatever started before `since` is not looked into.
   */
  readonly tagged: (value: string, since?: ProcessIdentity) => FoundProcess[]
  /** The process itself, its parent, and so on up to the first. */
  readonly lineage: (pid: number) => FoundProcess[]
  /** CPU milliseconds of each process with its tree and the children it has waited for. Ask for all at once. */
  readonly usage: (pids: readonly number[]) => ReadonlyMap<number, number>
  readonly io: (pid: number) => IoBytes | null
  /** Is it the first process of a PID namespace inside this one? Everything in there ends with it. */
  readonly isFirstInside: (pid: number) => boolean
}

/** The variable by which a stray is found again; a nested run has `outer/inner`. */
export const RUN_PATH_VARIABLE = 'MAYDAY_RUN_PATH'
