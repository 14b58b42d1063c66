/** The ways in which the nodes of a fleet could start a task: whether gates hold it depends on all of them. */
import type { Store } from '../record/store.ts'
import type { QueueContext } from '../scheduling/locks.ts'
import { choicesFor, needsOf } from './needs.ts'
import type { Fleet } from './port.ts'

type WaysOf = NonNullable<QueueContext['waysOf']>

/** Empty if no gate is closed, because only gates depend on the ways. */
export async function readWays(fleet: Fleet, store: Store): Promise<WaysOf> {
  if (store.gates().length === 0) return () => []
  const nodes = (await fleet.nodes()).filter((node) => !node.hasLeft && !node.isLost && !node.isDraining)
  // Labels do not matter here: a node without them holds nothing back.
  return (task) =>
    nodes.flatMap(({ abilities }) => choicesFor(needsOf(task, []), abilities).map(({ gates }) => gates))
}
