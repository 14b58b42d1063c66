/**
 * What a fleet offers to nodes and commands. Every call is asynchronous: the shared state is on another machine.
 *
 * F1 A run is one node's: it is claimed once, and only its claim can renew or settle it. The run's id is the fence.
 * F2 A claim changes queue, account, gate and record in one step; so does settling, with the next attempt.
 * F3 A node is lost when it did not renew for one lease, by the database's clock. Nobody judges within one lease of the
 *    server's start, nor before having been in contact without a gap for one lease.
 * F4 An agent lives no longer than the deadline that its wrapper reads. The node moves the deadline while it renews, and
 *    while the server is provably down: nobody else can claim then.
 * F5 An outcome is on the node's disk before it is sent, and stays there until the database has answered.
 * F6 The database's clock decides. Instants travel as milliseconds from now.
 */
import * as v from 'valibot'
import { rowImageSchema, type RowImage } from '../record/row-image.ts'
import { amount, count, names, type Shape } from '../record/schema.ts'
import { taskStatuses, type TaskStatus } from '../record/task-states.ts'
import { gateSchema } from '../record/task-story.ts'
import type { NodeAbilities } from './needs.ts'

/** A gate whose instant is given from now; null where only a person opens it. */
const sharedGateSchema = v.object({
  ...v.omit(gateSchema, ['until', 'canary']).entries,
  untilMs: v.nullable(amount),
})

export type SharedGate = Shape<typeof sharedGateSchema>

/** What a node needs for one attempt. */
export const capsuleSchema = v.object({
  /** The task as it is kept, its runs and plans, and the lessons that its prompt gets. */
  rows: v.array(rowImageSchema),
  /** Ids of the runs that this node made: only their sessions are on its disk. */
  ownRuns: names,
  /** Those that concern the task; the first one is the one that the run tries as its canary. */
  gates: v.array(sharedGateSchema),
  /** New rows get numbers above this: nobody else has them. */
  numbersAbove: count,
})

export type Capsule = Shape<typeof capsuleSchema>

/** People type the numbers of escalations, so these are small: ten of each thousand. */
export const escalationsAbove = (numbersAbove: number): number => Math.floor(numbersAbove / 100)

export const claimSchema = v.object({
  /** The run's id, which is the fence. */
  runId: v.string(),
  /** The queue's word for which time it was given out. */
  retryCount: count,
  queue: v.string(),
  run: count,
  task: count,
  /** The one of the task's agents that was claimed for, and its account. */
  agent: v.string(),
  account: v.string(),
  /** The gate that this run tries. */
  canaryOf: v.nullable(v.string()),
  capsule: capsuleSchema,
})

export type Claim = Shape<typeof claimSchema>

export const outcomeSchema = v.object({
  runId: v.string(),
  retryCount: count,
  queue: v.string(),
  task: count,
  /** How the run ended; null where none was started. */
  result: v.nullable(v.picklist(['succeeded', 'failed', 'canceled'])),
  /** What the task is after it. */
  status: v.picklist(taskStatuses),
  /** Until the next attempt may begin. */
  waitMs: amount,
  rows: v.array(rowImageSchema),
  /** As they are after the run. */
  gates: v.array(sharedGateSchema),
  /** Keys of the gates that its run opened. */
  opened: names,
})

export type Outcome = Shape<typeof outcomeSchema>

export type NodeRecord = {
  readonly id: string
  readonly name: string
  readonly labels: readonly string[]
  readonly abilities: NodeAbilities
  readonly concurrency: number
  readonly isDraining: boolean
  readonly hasLeft: boolean
  /** By the database's clock. */
  readonly silentMs: number
  readonly isLost: boolean
  readonly runs: readonly { readonly run: number; readonly task: number; readonly account: string }[]
}

/** Where a run ran, and when that node was heard of last. */
export type RunPlace = Pick<NodeRecord, 'id' | 'name' | 'silentMs'>

/** Who asks for work. */
export type Claimant = {
  readonly node: string
  readonly abilities: NodeAbilities
}

export type Renewed = {
  /** Runs that are not this node's any more. */
  readonly lost: readonly string[]
  /** Runs of tasks that a person canceled. */
  readonly canceled: readonly string[]
}

/** Everything that changed since a version, and the version to ask for next. */
export type Pulled = {
  readonly rows: readonly RowImage[]
  /** Runs that never began. */
  readonly gone: readonly RowImage[]
  readonly gates: readonly (SharedGate & { readonly hasCanary: boolean })[]
  readonly version: string
  /** Older rows of the copy are not of this fleet. */
  readonly isWhole: boolean
}

/** What a command did to its copy. */
export type Change = {
  readonly rows: readonly RowImage[]
  /** The status that the command saw, for each task that it changed. */
  readonly seen: Readonly<Record<number, TaskStatus>>
  readonly labels: readonly string[]
}

export type FleetCounts = {
  readonly leaseMs: number
  readonly tasks: Readonly<Record<string, number>>
  /** Tasks that no node which is there can do, with what they need. */
  readonly stranded: readonly { readonly task: number; readonly needs: string }[]
  readonly gates: number
  readonly accounts: readonly { readonly account: string; readonly most: number; readonly used: number }[]
  readonly late: number
}

export type Fleet = AsyncDisposable & {
  readonly leaseMs: number
  readonly join: (node: JoiningNode) => Promise<void>
  /** Null where there is nothing for this node now. */
  readonly claim: (claimant: Claimant) => Promise<Claim | null>
  /** Claims that the database knows as this node's. */
  readonly claimsOf: (
    node: string,
  ) => Promise<readonly Pick<Claim, 'runId' | 'retryCount' | 'queue' | 'task'>[]>
  readonly renew: (node: string, claims: readonly Fence[]) => Promise<Renewed>
  /** False where somebody else has taken over: then the outcome is kept beside. */
  readonly settle: (node: string, outcome: Outcome) => Promise<boolean>
  /** F3: ids of the runs whose node is lost. */
  readonly takeOver: () => Promise<readonly string[]>
  /** Calls back whenever there may be something to claim. */
  readonly listen: (wake: () => void) => Disposable
  readonly pull: (since: string | null) => Promise<Pulled>
  /** A number that no task has, and numbers for other new rows. */
  readonly reserve: () => Promise<{ readonly task: number; readonly numbersAbove: number }>
  readonly change: (change: Change) => Promise<void>
  readonly openGate: (key: string) => Promise<boolean>
  readonly setLimit: (account: string, most: number | null) => Promise<void>
  /** The node that a run was given to; null where there is no such run. */
  readonly nodeOf: (runId: string) => Promise<RunPlace | null>
  readonly nodes: () => Promise<readonly NodeRecord[]>
  readonly setNode: (name: string, to: 'draining' | 'working' | 'lost' | 'left') => Promise<boolean>
  readonly counts: () => Promise<FleetCounts>
}

export type Fence = Pick<Claim, 'runId' | 'retryCount' | 'queue'>

export type JoiningNode = {
  readonly id: string
  readonly name: string
  readonly machine: string
  readonly labels: readonly string[]
  readonly abilities: NodeAbilities
  readonly concurrency: number
}
