import type { FoundProcess } from './processes.ts'

/**
 * Whether the agent waits for a tool: it has a child in another process group. A process that a tool left behind is
 * no longer the agent's child, and a helper of the agent is in the agent's group.
 */
export function hasTool(tree: readonly FoundProcess[], wrapper: number): boolean {
  const childrenOf = (pid: number): readonly FoundProcess[] => tree.filter(({ parent }) => parent === pid)
  // The wrapper adopts processes that tools left behind, so the agent is its oldest child.
  let [agent] = childrenOf(wrapper).toSorted((a, b) => ageOf(a) - ageOf(b))
  for (; agent !== undefined; agent = childrenOf(agent.pid)[0]) {
    const { group } = agent
    const children = childrenOf(agent.pid)
    if (children.some((child) => child.group !== group)) return true
    // A launcher has one child, the agent itself, in the same group.
    if (children.length > 1) return false
  }
  return false
}

/**
 * In ticks since boot. Only Linux has wrappers that adopt. On
 * other systems times are no numbers, and there is one child.
 */
const ageOf = ({ startedAt }: FoundProcess): number => Number(startedAt) || 0
