/** What the config of a project says about work trees on a fleet. */
export const uncommittedPolicies = ['commit', 'snapshot'] as const

export type TreePolicy = {
  /** What happens to work that an agent did not commit. */
  readonly uncommitted: (typeof uncommittedPolicies)[number]
  /** True if snapshots are pushed to the remote, as refs below refs/mayday/. */
  readonly pushesSnapshots: boolean
  /** The maximum number of work trees with pushed work that stay on a node. */
  readonly mostTrees: number
}

export const defaultTreePolicy: TreePolicy = { uncommitted: 'commit', pushesSnapshots: false, mostTrees: 10 }
