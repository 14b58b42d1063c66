import type { Recorded } from '../../supervision/run-event.ts'
import type { SchedulerContext } from '../../scheduling/scheduler-context.ts'
import type { TaskEvent } from '../../scheduling/task-context.ts'
import type { NodeAbilities } from '../needs.ts'
import type { Fleet, Outcome } from '../port.ts'
import type { TreeSource } from './work-claim.ts'

export type NodeEvent =
  | TaskEvent
  | { readonly event: 'run:event'; readonly task: number; readonly recorded: Recorded }
  | { readonly event: 'node:claimed'; readonly task: number; readonly run: number; readonly account: string }
  | {
      readonly event: 'node:settled'
      readonly task: number
      readonly status: Outcome['status']
      /** False if another node had taken over. The outcome is then stored separately. */
      readonly counts: boolean
    }
  | {
      readonly event: 'node:pushed'
      readonly task: number
      readonly branch: string
      readonly commit: string
    }
  | { readonly event: 'node:push-refused'; readonly task: number; readonly why: string }
  | { readonly event: 'node:tree-removed'; readonly task: number }
  | { readonly event: 'node:took-over'; readonly runId: string }
  | { readonly event: 'node:stops'; readonly task: number; readonly why: 'taken over' | 'canceled' }
  | { readonly event: 'node:away'; readonly why: string }
  | { readonly event: 'node:back' }
  | { readonly event: 'node:broken'; readonly path: string }

export type NodeContext = Omit<SchedulerContext, 'tell' | 'accounts' | 'usedAgent'> & {
  readonly fleet: Fleet
  readonly node: string
  /** Cards are written by the card writer only. */
  readonly isShared: true
  readonly abilities: NodeAbilities
  readonly concurrency: number
  /** True if every task gets a separate work tree on this node. */
  readonly ownTrees: boolean
  /** Where work trees come from; null if tasks work in this checkout. */
  readonly trees: TreeSource | null
  /** True if the node ends when there is nothing to do. */
  readonly once: boolean
  readonly tell: (event: NodeEvent) => void
  /** Writes what is to be written into cards, if this node is the card writer. */
  readonly bringCards: () => Promise<void>
}
