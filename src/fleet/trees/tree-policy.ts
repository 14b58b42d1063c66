/** What the config of a project says about work trees on a fleet. */
export const uncommittedPolicies = ['commit', 'snapshot'] as const

export type TreePolicy = {
  /** What happens to work that an agent did not commit. */
  readonly uncommitted: (typeof uncommittedPolicies)[number]
  /** True if snapshots are pushed to the remote, as refs below refs/mayday/. */
  readonly pushesSnapshots: boolean
  /** At most so many work trees stay on a node, if their work is pushed. */
  readonly mostTrees: number
}

export const defaultTreePolicy: TreePolicy = { uncommitted: 'commit', pushesSnapshots: false, mostTrees: 10 }
