/** Files that stay as they are while the rest of a work tree changes to another state. */
import { isDeepStrictEqual } from 'node:util'
import type { RawPath } from '../../record/path-name.ts'
import type { Target } from './apply-target.ts'
import type { Captured } from './capture.ts'
import type { Notes } from './notes.ts'
import { patchTree } from './patch-tree.ts'
import { diffTrees } from './tree-diff.ts'

export type Keeps = (path: RawPath) => boolean

export const keepsNothing: Keeps = () => false

/** The target with the kept files as they are now: the file, its staged content and its notes. */
export async function keepInTarget(captured: Captured, target: Target, keeps: Keeps): Promise<Target> {
  const { tree, indexTree } = captured.snapshot
  return {
    tree: await keepInTree(captured, { to: target.tree, now: tree, name: 'kept-files' }, keeps),
    indexTree: await keepInTree(
      captured,
      { to: target.indexTree, now: indexTree, name: 'kept-staged' },
      keeps,
    ),
    notes: keepInNotes(target.notes, captured.notes, keeps),
  }
}

type Trees = { readonly to: string; readonly now: string; readonly name: string }

async function keepInTree(captured: Captured, { to, now, name }: Trees, keeps: Keeps): Promise<string> {
  const kept = [...(await diffTrees(captured.git, to, now))].filter(([path]) => keeps(path))
  const files = new Map(kept.map(([path, change]) => [path, change.new]))
  return kept.length === 0 ? to : patchTree(captured, { base: to, files, name })
}

function keepInNotes(then: Notes, now: Notes, keeps: Keeps): Notes {
  const map = <T>(one: ReadonlyMap<RawPath, T>, other: ReadonlyMap<RawPath, T>): ReadonlyMap<RawPath, T> =>
    new Map([...[...one].filter(([path]) => !keeps(path)), ...[...other].filter(([path]) => keeps(path))])
  const list = (one: readonly RawPath[], other: readonly RawPath[]): readonly RawPath[] =>
    [...one.filter((path) => !keeps(path)), ...other.filter(keeps)].toSorted()
  return {
    modes: map(then.modes, now.modes),
    raw: map(then.raw, now.raw),
    intended: list(then.intended, now.intended),
    believed: list(then.believed, now.believed),
  }
}

/** True if the notes differ only in kept files. */
export const areNotesSame = (then: Notes, now: Notes, keeps: Keeps): boolean =>
  isDeepStrictEqual(keepInNotes(then, now, keeps), keepInNotes(now, now, keeps))
