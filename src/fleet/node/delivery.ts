/**
 * Pushes the work of an attempt before its outcome is sent, so that the next attempt finds it on the remote.
 *
 * P1 A node pushes only while the run is its own. Work of a run that was taken over stays on the node.
 * P2 A push that is refused escalates the task, with git's line. The work stays on the node.
 */
import { crashPoint } from '../../supervision/crash-point.ts'
import { noteDelivered, tidyTrees } from '../trees/tidy-trees.ts'
import { deliver } from '../trees/deliver.ts'
import type { Push } from '../trees/task-branch.ts'
import type { Outcome } from '../port.ts'
import { ownTree } from '../../scheduling/work-folder.ts'
import type { Asking } from './asking.ts'
import type { NodeContext } from './node-context.ts'

export class Delivery {
  readonly #context: NodeContext
  readonly #asking: Asking

  constructor(context: NodeContext, asking: Asking) {
    this.#context = context
    this.#asking = asking
  }

  /** The outcome as it is to be sent; null if the database does not answer. */
  async push(outcome: Outcome): Promise<Outcome | null> {
    const { fleet, node, trees } = this.#context
    const { push, ...rest } = outcome
    if (push === undefined || push === null || trees === null) return outcome
    const isOurs = await this.#asking.ask(null, () => fleet.announcePush(node, outcome, push.commit))
    if (isOurs === null) return null
    // P1.
    if (!isOurs) return { ...rest, push: null }
    crashPoint('fleet push announced')
    const delivered = await deliver(push, trees.remote)
    crashPoint('fleet pushed')
    if (delivered.kind === 'refused') return this.#refused(outcome, push, delivered.why)
    return this.#pushed(rest, push, delivered.commit)
  }

  #pushed(outcome: Outcome, { branch }: Push, commit: string | null): Outcome {
    const { store, tell } = this.#context
    if (commit === null) return { ...outcome, push: null }
    noteDelivered(store, outcome.task, commit)
    tell({ event: 'node:pushed', task: outcome.task, branch, commit })
    return { ...outcome, push: null, pushed: commit }
  }

  /** P2. A canceled task stays canceled. */
  #refused(outcome: Outcome, push: Push, why: string): Outcome {
    const { store, clock, project, tell, trees } = this.#context
    const { task } = outcome
    tell({ event: 'node:push-refused', task, why })
    const { push: _, ...sent } = outcome
    if (outcome.status === 'canceled') return sent
    const escalation = store.raise({
      key: `task:${task}:push`,
      task,
      run: null,
      cause: `The work of task ${task} could not be pushed to ${push.branch} on ${trees?.remote.address.name ?? 'the remote'}: ${why}`,
      raisedAt: clock.now().toISOString(),
      detail: {
        actions: [
          `git -C ${ownTree({ task }, { project })} log`,
          `mayday retry --task ${task}`,
          `mayday skip ${task}`,
        ],
      },
    })
    store.tryMove(task, 'escalate', { at: clock.now().toISOString() })
    const raised = store
      .imagesOf(task)
      .filter(({ table, row }) => table === 'escalations' && row['number'] === escalation)
    return { ...sent, status: 'escalated', waitMs: 0, rows: [...outcome.rows, ...raised] }
  }

  /** Removes work trees whose work is on the remote. */
  async tidy({ task, status }: Outcome, isBusy: (task: number) => boolean): Promise<void> {
    const { store, project, trees, tell } = this.#context
    if (trees === null) return
    const { turns, policy } = trees
    const how = { store, project, isBusy, turns, mostTrees: policy.mostTrees }
    for (const removed of await tidyTrees({ task, status }, how))
      tell({ event: 'node:tree-removed', task: removed })
  }
}
