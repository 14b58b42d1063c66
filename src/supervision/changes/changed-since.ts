import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { fieldsOf, gitTopLevel } from '../../record/git.ts'
import { runGit } from '../../record/run-git.ts'
import { commitsElsewhere } from './branch-after.ts'
import type { Baseline, FileState } from './baseline.ts'
import { fullBudget, isSame, readState } from './file-state.ts'
import { rawPath, showPath } from '../../record/path-name.ts'
import { isMaydays, noWrites, type ReadOwn } from './maydays-change.ts'
import { readTree, type Tree } from './read-tree.ts'
import { scanFolder } from './scan-folder.ts'

type GitBaseline = Extract<Baseline, { kind: 'git' }>
type ScanBaseline = Extract<Baseline, { kind: 'scan' }>

/**
 * The files that were changed, created or deleted since the baseline, sorted, relative to the baseline's
 * root. Null if that cannot be known. `ignore` names whole paths, absolute or relative to the root. `own`
 * returns Mayday's own writes. It is read after the tree: a write is noted before it happens, so `own`
 * contains every write that the scan could see.
 */
export async function changedSince(
  baseline: Baseline,
  { ignore = [], own = noWrites }: { readonly ignore?: readonly string[]; readonly own?: ReadOwn } = {},
): Promise<readonly string[] | null> {
  if (baseline.kind === 'unknown') return null
  const found = await changedIn(baseline)
  if (found === null) return null
  const ignored = new Set(ignore.map((path) => relativeTo(baseline.root, path)))
  const seen = own()
  const changed: string[] = []
  for (const path of found)
    if (!ignored.has(path) && !(await isMaydays(path, baseline, { seen, own }))) changed.push(path)
  return changed.toSorted()
}

async function changedIn(baseline: Exclude<Baseline, { kind: 'unknown' }>): Promise<Set<string> | null> {
  switch (baseline.kind) {
    case 'git':
      return changedInGit(baseline)
    case 'bytes': {
      // Imported lazily: only sandboxed runs need it.
      const { changedInBytes } = await import('./measure-bytes.ts')
      return changedInBytes(baseline)
    }
    case 'scan':
      return changedInScan(baseline)
  }
}

function relativeTo(root: string, path: string): string {
  if (!isAbsolute(path)) return relative(root, join(root, path))
  try {
    return relative(root, join(realpathSync(dirname(path)), basename(path)))
  } catch {
    // The folder of the path is gone, so only the unresolved name can match.
    return relative(root, path)
  }
}

async function changedInGit(before: GitBaseline): Promise<Set<string> | null> {
  // If this repository is gone, git would answer for the one around it.
  if (gitTopLevel(before.root) !== before.root) return null
  const after = await readTree(before.root)
  if (after === null) return null
  const changed = new Set(await changedInTree(before, after))
  for (const commit of [after.commit, ...commitsElsewhere(before)]) {
    const paths = await changedBetween(before.root, before.commit, commit)
    if (paths === null) return null
    for (const path of paths) changed.add(showPath(path))
  }
  return changed
}

async function changedInTree(before: GitBaseline, after: Tree): Promise<readonly string[]> {
  const states = new Map(before.dirty)
  const changed: string[] = []
  const budget = fullBudget()
  for (const path of after.dirty.keys()) if (!states.has(showPath(path))) changed.push(showPath(path))
  for (const [shown, state] of states) {
    const path = rawPath(shown)
    // A path that is no longer listed was restored, committed, or is ignored now. Its content decides.
    const kind = after.dirty.get(path) ?? state?.kind ?? 'deleted'
    const now: FileState = await readState({ top: before.root, path, kind }, budget)
    if (!isSame(state, now)) changed.push(shown)
  }
  return changed
}

/** The hash of the empty tree, by the length of the repository's hashes. */
const EMPTY_TREE: Readonly<Record<number, string>> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
}

async function changedBetween(
  root: string,
  from: string | null,
  to: string | null,
): Promise<readonly string[] | null> {
  if (from === to) return []
  const none = EMPTY_TREE[(from ?? to ?? '').length] ?? ''
  const args = ['diff-tree', '-r', '--name-only', '-z', '--no-renames', from ?? none, to ?? none, '--']
  const output = await runGit(args, root)
  return output === null ? null : fieldsOf(output)
}

async function changedInScan(before: ScanBaseline): Promise<Set<string> | null> {
  const files = await scanFolder(before.root)
  if (files === null) return null
  const left = new Map(before.files)
  const changed = new Set<string>()
  for (const [path, state] of files) {
    if (left.get(path) !== state) changed.add(path)
    left.delete(path)
  }
  for (const path of left.keys()) changed.add(path)
  return changed
}
