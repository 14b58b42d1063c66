/**
 * The interface of a fleet for nodes and commands. Every call is asynchronous: the shared state is on another
 * machine.
 *
 * F1 A run belongs to one node. It is claimed once, and only its claim can renew or settle it. The run's id is the
 * fencing token.
 * F2 A claim changes queue, account, gate and record in one transaction. Settling does the same and adds the next
 * attempt.
 * F3 A node is lost if it did not renew for one lease, by the database's clock. No node is declared lost within one
 * lease of the server's start. Only a node with one lease of uninterrupted contact may declare another one lost.
 * F4 An agent lives no longer than the deadline that its wrapper reads. The node extends the deadline while it
 * renews, and while the server is provably down, because no other node can claim then.
 * F5 An outcome is on the node's disk before it is sent, and stays there until the database has answered.
 * F6 The database's clock decides. Times are sent as milliseconds from now.
 */
import * as v from 'valibot'
import { newCardEventSchema, type CardEventRecord, type NewCardEvent } from '../record/card-state.ts'
import { rowImageSchema, type RowImage } from '../record/row-image.ts'
import { amount, count, names, type Shape } from '../record/schema.ts'
import { endedRunStatuses } from '../record/run-states.ts'
import { taskStatuses, type TaskStatus } from '../record/task-states.ts'
import { gateSchema } from '../record/task-story.ts'
import type { LogPlace } from './log-place.ts'
import type { NodeAbilities } from './needs.ts'
import { pushSchema, taskBranchSchema } from './trees/task-branch.ts'

/** A gate whose end is relative to now; null if only a user opens it. */
const sharedGateSchema = v.object({
  ...v.omit(gateSchema, ['until', 'canary']).entries,
  untilMs: v.nullable(amount),
})

export type SharedGate = Shape<typeof sharedGateSchema>

/** The data that a node needs for one attempt. */
export const capsuleSchema = v.object({
  /** The row of the task, its runs and plans, and the lessons for its prompt. */
  rows: v.array(rowImageSchema),
  /** Ids of the runs of this node: only their sessions are on its disk. */
  ownRuns: names,
  /** The gates that concern the task. The first one is the gate that the run tests as its canary. */
  gates: v.array(sharedGateSchema),
  /** New rows get numbers above this one. No other node uses them. */
  numbersAbove: count,
})

export type Capsule = Shape<typeof capsuleSchema>

/** People type the numbers of escalations, so these are small: ten of each thousand. */
export const escalationsAbove = (numbersAbove: number): number => Math.floor(numbersAbove / 100)

export const claimSchema = v.object({
  /** The run's id, which is the fencing token. */
  runId: v.string(),
  /** The retry count of the queue's job, which identifies this delivery. */
  retryCount: count,
  queue: v.string(),
  run: count,
  task: count,
  /** The claimed agent, one of the task's agents, and its account. */
  agent: v.string(),
  account: v.string(),
  /** The gate that this run tests as its canary. */
  canaryOf: v.nullable(v.string()),
  /** Absent in claims of older versions. */
  branch: v.exactOptional(taskBranchSchema),
  /** What the agent of the last run on another node said last, by the id of that run. */
  lastWords: v.exactOptional(v.record(v.string(), v.string())),
  capsule: capsuleSchema,
})

export type Claim = Shape<typeof claimSchema>

export const outcomeSchema = v.object({
  runId: v.string(),
  retryCount: count,
  queue: v.string(),
  task: count,
  /** How the run ended; null if none was started. */
  result: v.nullable(v.picklist(endedRunStatuses)),
  /** The status of the task after the attempt. */
  status: v.picklist(taskStatuses),
  /** Milliseconds until the next attempt may start. */
  waitMs: amount,
  rows: v.array(rowImageSchema),
  /** The rows after the run. */
  gates: v.array(sharedGateSchema),
  /** Keys of the gates that the run opened. */
  opened: names,
  /** What is to be pushed before the outcome is sent. */
  push: v.exactOptional(v.nullable(pushSchema)),
  /** What was pushed: where the branch of the task is now. */
  pushed: v.exactOptional(v.string()),
  /** What is to be written into the card of the task. */
  cardEvents: v.exactOptional(v.array(newCardEventSchema)),
  /** What the agent said last, redacted. */
  lastWords: v.exactOptional(v.string()),
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
  /** Not in contact: silent for a lease, or ended on purpose. */
  readonly isLost: boolean
  /** Null if the node does not work now. */
  readonly logs: LogPlace | null
  readonly runs: readonly { readonly run: number; readonly task: number; readonly account: string }[]
}

/** Where a run ran, and when that node last reported. */
export type RunPlace = Pick<NodeRecord, 'id' | 'name' | 'silentMs' | 'isLost' | 'hasLeft' | 'logs'>

/** Who may read logs. */
export type TokenRecord = {
  readonly name: string
  readonly isNode: boolean
  readonly madeAt: string
  readonly revokedAt: string | null
}

/** A node that asks for work. */
export type Claimant = {
  readonly node: string
  readonly abilities: NodeAbilities
}

export type Renewed = {
  /** Runs that no longer belong to this node. */
  readonly lost: readonly string[]
  /** Runs of tasks that a user canceled. */
  readonly canceled: readonly string[]
}

/** All changes since a version, and the version for the next request. */
export type Pulled = {
  readonly rows: readonly RowImage[]
  /** Runs that never started. */
  readonly gone: readonly RowImage[]
  readonly gates: readonly (SharedGate & { readonly hasCanary: boolean })[]
  readonly version: string
  /** True if the rows of the copy do not belong to this fleet. */
  readonly isWhole: boolean
}

/** The changes that a command made to its copy. */
export type Change = {
  readonly rows: readonly RowImage[]
  /** The status that the command saw for each task that it changed. */
  readonly seen: Readonly<Record<number, TaskStatus>>
  readonly labels: readonly string[]
  /** The branch or commit at which a new task begins. */
  readonly base: string | null
  /** What is to be written into cards. */
  readonly cardEvents: readonly NewCardEvent[]
}

/** The node that writes cards, in its own checkout. A higher epoch fences off an earlier writer. */
export type CardWriter = {
  readonly node: string
  readonly name: string
  readonly epoch: number
  /** Events that are not written yet, and why one of them is not. */
  readonly pending: number
  readonly problem: string | null
}

/** Writes events into a card, whose path is relative to the project. Returns the problem, or null. */
export type CardWrite = (card: string, events: readonly CardEventRecord[]) => string | null

export type FleetCounts = {
  readonly leaseMs: number
  readonly tasks: Readonly<Record<string, number>>
  /** Tasks that no connected node can do, with their requirements. */
  readonly stranded: readonly { readonly task: number; readonly needs: string }[]
  readonly gates: number
  readonly accounts: readonly { readonly account: string; readonly most: number; readonly used: number }[]
  readonly late: number
}

export type Fleet = AsyncDisposable & {
  readonly leaseMs: number
  /** Tells databases apart, without a secret. */
  readonly place: string
  readonly join: (node: JoiningNode) => Promise<void>
  /** Notes the boot on which the node works. Null if it may work, else how long ago it was in contact from another boot. */
  readonly startOn: (node: string, boot: string) => Promise<number | null>
  /** The node has ended on purpose, and is away from now on. */
  readonly stopOn: (node: string) => Promise<void>
  /** Null if there is nothing for this node now. */
  readonly claim: (claimant: Claimant) => Promise<Claim | null>
  /** The claims of this node in the database. */
  readonly claimsOf: (
    node: string,
  ) => Promise<readonly Pick<Claim, 'runId' | 'retryCount' | 'queue' | 'task'>[]>
  readonly renew: (node: string, claims: readonly Fence[]) => Promise<Renewed>
  /** Records what is about to be pushed, and renews the run. False if the run no longer belongs to this node. */
  readonly announcePush: (node: string, fence: Fence, commit: string | null) => Promise<boolean>
  /** False if another node has taken over. The outcome is then stored separately. */
  readonly settle: (node: string, outcome: Outcome) => Promise<boolean>
  /** F3. Returns the ids of the runs whose node is lost. Of nodes that ask at the same time, one looks. */
  readonly takeOver: (node: string) => Promise<readonly string[]>
  /** Calls back whenever there may be new work, in a fleet of at most fifty nodes. Others find it by asking again. */
  readonly listen: (wake: () => void) => Disposable
  readonly pull: (since: string | null) => Promise<Pulled>
  /** An unused number for one new task. */
  readonly reserveTask: () => Promise<number>
  /** Other new rows get numbers above this one. */
  readonly reserveNumbers: () => Promise<number>
  readonly change: (change: Change) => Promise<void>
  readonly cardWriter: () => Promise<CardWriter | null>
  /** Makes the node the card writer, if there is none. With `takes` also instead of another one. */
  readonly beCardWriter: (node: string, takes: boolean) => Promise<void>
  readonly writeCards: (writer: Pick<CardWriter, 'node' | 'epoch'>, write: CardWrite) => Promise<number>
  readonly sendCardEvents: (events: readonly NewCardEvent[]) => Promise<void>
  readonly openGate: (key: string) => Promise<boolean>
  readonly setLimit: (account: string, most: number | null) => Promise<void>
  /** The node that a run was given to; null where there is no such run. */
  readonly nodeOf: (runId: string) => Promise<RunPlace | null>
  readonly nodes: () => Promise<readonly NodeRecord[]>
  readonly setNode: (name: string, to: 'draining' | 'working' | 'lost' | 'left') => Promise<boolean>
  readonly counts: () => Promise<FleetCounts>
  /** Where the node serves its logs from now on; null: nowhere. */
  readonly announceLogs: (node: string, place: LogPlace | null) => Promise<void>
  /** Keeps the hash of a token. The earlier token of the same owner counts no more. */
  readonly putToken: (token: {
    readonly hash: string
    readonly node: string | null
    readonly reader: string | null
  }) => Promise<void>
  readonly mayRead: (hash: string) => Promise<boolean>
  /** By the name of a node or a reader; false if there is none. */
  readonly revokeToken: (name: string) => Promise<boolean>
  readonly tokens: () => Promise<readonly TokenRecord[]>
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
