import type { FoundProcess } from './processes.ts'

/**
 * Does the agent wait for a tool: has it a child in another process group than its own? What a tool left behind is not
 * the agent's child any more, and a helper that serves the agent is in its group.
 */
export function hasTool(tree: readonly FoundProcess[], wrapper: number): boolean {
  const childrenOf = (pid: number): readonly FoundProcess[] => tree.filter(({ parent }) => parent === pid)
  // The wrapper adopts what tools left behind: the agent is the oldest of its children.
  let [agent] = childrenOf(wrapper).toSorted((a, b) => ageOf(a) - ageOf(b))
  for (; agent !== undefined; agent = childrenOf(agent.pid)[0]) {
    const { group } = agent
    const children = childrenOf(agent.pid)
    if (children.some((child) => child.group !== group)) return true
    // A launcher has one child, the agent itself, in its own group.
    if (children.length > 1) return false
  }
  return false
}

/** In ticks since boot. Only Linux has such wrappers; elsewhere times are no numbers, and there is one child. */
const ageOf = ({ startedAt }: FoundProcess): number => Number(startedAt) || 0
