/** What can happen to a file between two trees. */
export const fileChanges = ['added', 'deleted', 'changed', 'renamed', 'mode', 'type'] as const
