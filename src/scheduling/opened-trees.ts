/**
 * Copies of the work of runs, each in a work tree of its own.
 *
 * - C1 Nothing in the tree is executed when it is made: no hook, and no filter that only the repository configures.
 * - C2 HEAD is the state before the run, and the changes of the run are staged. So `git diff --cached` shows them.
 * - C3 A tree is removed only if it still is what it was when it was made.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MaydayError } from '../errors.ts'
import { parseStatus, STATUS_ARGS } from '../record/git-status.ts'
import type { Project } from '../record/project.ts'
import type { RunRecord } from '../record/run.ts'
import type { Store } from '../record/store.ts'
import { openGit, type Git } from '../recovery/snapshots/git-steps.ts'
import { workRefs } from '../supervision/changes/keep-work.ts'
import { keptWork } from './changes-of-run.ts'
import { treeNumbers } from './tree-numbers.ts'

type Records = { readonly store: Store; readonly project: Project }

export type OpenedTree = {
  readonly run: number
  readonly path: string
  /** Why the tree has to stay. Null if it can be removed. */
  readonly stays: string | null
}

const treeOf = (run: number, { trees }: Project): string => join(trees, `run-${run}`)

/** Makes the tree, or finds the one that was made before. */
export async function openTree(
  run: RunRecord,
  records: Records,
): Promise<{ readonly path: string; readonly isNew: boolean }> {
  const path = treeOf(run.run, records.project)
  if (existsSync(path)) return { path, isNew: false }
  const { git, between } = await keptWork({ run, against: 'before' }, records)
  const head = await commitOf(git, run)
  const add = ['worktree', 'add', '--detach', '--no-checkout', path, head]
  // If a person deleted the folder, git still lists it.
  if ((await git.ask(add)) === null) {
    await git.run(['worktree', 'prune'])
    await git.run(add)
  }
  await openGit({ cwd: path }).run(['read-tree', '--reset', '-u', '--no-recurse-submodules', between.to])
  return { path, isNew: true }
}

/** The state before the run as a commit. Uncommitted changes of that time get a commit of their own. */
async function commitOf(git: Git, { runId, run, baseCommit }: RunRecord): Promise<string> {
  const { before } = workRefs(runId)
  const commit = await git.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${before}^{commit}`])
  if (commit !== null) return commit.toString('latin1').trim()
  const parent = baseCommit === null ? [] : ['-p', baseCommit]
  const input = `the work tree before run ${run}\n`
  return git.word(['commit-tree', `${before}^{tree}`, ...parent, '-F', '-'], { input })
}

/** All copies, by the numbers of their runs. */
export async function readOpenedTrees(records: Records): Promise<readonly OpenedTree[]> {
  const runs = treeNumbers(records.project.trees, 'run')
  const trees: OpenedTree[] = []
  for (const run of runs) trees.push(await readOpened(run, records))
  return trees
}

/** C3. */
async function readOpened(run: number, { store, project }: Records): Promise<OpenedTree> {
  const path = treeOf(run, project)
  try {
    const git = openGit({ cwd: path })
    const record = store.find(String(run))
    const after = record === null ? '' : workRefs(record.runId).after
    if ((await git.ask(['rev-parse', '--verify', '--quiet', `${after}^{tree}`])) === null)
      return { run, path, stays: 'what it was made from is no longer kept' }
    const isStaged = (await git.ask(['diff-index', '--cached', '--quiet', `${after}^{tree}`, '--'])) !== null
    const { entries } = parseStatus(await git.run(STATUS_ARGS))
    const isSame = isStaged && entries.every(({ unstaged, type }) => unstaged === '.' && type === 'tracked')
    return { run, path, stays: isSame ? null : 'it was changed since it was opened' }
  } catch (error) {
    if (error instanceof MaydayError) return { run, path, stays: 'git cannot read it' }
    throw error
  }
}

/** Checks again, because time has passed. Returns the tree; `stays` is set if it was not removed. */
export async function removeOpenedTree(seen: OpenedTree, records: Records): Promise<OpenedTree> {
  const tree = await readOpened(seen.run, records)
  if (tree.stays !== null) return tree
  // With force, because the changes of the run are staged in it. They are kept by their ref.
  const git = openGit({ cwd: records.project.root })
  const removed = await git.ask(['worktree', 'remove', '--force', tree.path])
  return removed === null ? { ...tree, stays: `git refuses: git worktree remove ${tree.path}` } : tree
}
