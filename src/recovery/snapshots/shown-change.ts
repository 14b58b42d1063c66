import { showPath } from '../../record/path-name.ts'
import type { TreeDiff } from './tree-diff.ts'

export const treeChanges = ['written', 'changed', 'removed'] as const

/** A change to a file of the work tree, for people and JSON. */
export type ShownChange = { readonly path: string; readonly change: (typeof treeChanges)[number] }

export const showDiff = (diff: TreeDiff): readonly ShownChange[] =>
  [...diff].map(([path, change]) => ({
    path: showPath(path),
    change: change.new === null ? 'removed' : change.old === null ? 'written' : 'changed',
  }))
