import { fieldsOf } from '../../record/git.ts'
import type { RawPath } from '../../record/path-name.ts'
import type { Git } from './git-steps.ts'

/** A file in a tree. */
export type TreeFile = { readonly mode: string; readonly id: string }

/** Null: the file is not in that tree. */
export type TreeChange = { readonly old: TreeFile | null; readonly new: TreeFile | null }

export type TreeDiff = ReadonlyMap<RawPath, TreeChange>

/** Compares two trees or commits file by file. */
export async function diffTrees(git: Git, from: string, to: string): Promise<TreeDiff> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to]
  const fields = fieldsOf(await git.run(args))
  const diff = new Map<RawPath, TreeChange>()
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', newMode = '', oldId = '', newId = ''] = (fields[at] ?? '').slice(1).split(' ')
    diff.set(fields[at + 1] ?? '', { old: fileOf(oldMode, oldId), new: fileOf(newMode, newId) })
  }
  return diff
}

const fileOf = (mode: string, id: string): TreeFile | null => (mode === '000000' ? null : { mode, id })

export const isSameFile = (one: TreeFile | null, other: TreeFile | null): boolean =>
  one?.mode === other?.mode && one?.id === other?.id

/** The tree of a repository without commits. */
export const emptyTree = (git: Git): Promise<string> => git.word(['mktree'], { input: '' })
