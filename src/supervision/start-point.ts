/** The start of a task: the code with whose tests those of its runs are compared. */
import { MaydayError } from '../errors.ts'
import { readSnapshot } from '../recovery/snapshots/find-snapshots.ts'
import { openGit, type Git } from '../recovery/snapshots/git-steps.ts'
import type { Snapshot } from '../recovery/snapshots/snapshot.ts'
import { takeSnapshot } from '../recovery/snapshots/take-snapshot.ts'
import type { Baseline } from './changes/changes.ts'
import type { RunSpec, StartPoint } from './run-spec.ts'
import { folderIn } from './tested-code.ts'

/** The current work tree. Uncommitted changes are kept in a snapshot, which is deleted with the run. */
export async function startPointNow(cwd: string, tree: Baseline, runId: string): Promise<StartPoint> {
  if (tree.kind !== 'git') return { why: notCompared('there is no git repository') }
  const folder = folderIn(tree, cwd)
  if (tree.dirty.length === 0 && tree.commit !== null)
    return { commit: tree.commit, code: tree.commit, folder }
  return await sayWhyNot(async () => {
    const refName = `refs/mayday/compare/${runId}/1`
    const snapshot = await takeSnapshot({ cwd, refName, message: 'the start of a run' })
    return { ...(await pointAt(openGit({ cwd }), snapshot)), folder, ref: snapshot.ref }
  })
}

/** The snapshot from the start of the task, by commit or ref. */
export async function startPointAt(cwd: string, tree: Baseline, snapshotId: string): Promise<StartPoint> {
  return await sayWhyNot(async () => {
    const git = openGit({ cwd })
    const snapshot = await readSnapshot(git, snapshotId)
    if (snapshot === null) return { why: notCompared('the snapshot of that start is gone') }
    return { ...(await pointAt(git, snapshot)), folder: folderIn(tree, cwd) }
  })
}

/** A snapshot of a clean tree is its commit. Other tasks start there too and share its test results. */
async function pointAt(
  git: Git,
  { commit, tree, head }: Snapshot,
): Promise<{ readonly commit: string; readonly code: string }> {
  const committed = head === null ? null : await git.word(['rev-parse', `${head}^{tree}`])
  return head !== null && committed === tree ? { commit: head, code: head } : { commit, code: `tree:${tree}` }
}

async function sayWhyNot(find: () => Promise<StartPoint>): Promise<StartPoint> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
    return { why: notCompared(error.message) }
  }
}

/** Why failing tests were not compared, as shown in a verdict. */
export const notCompared = (why: string): string => `not compared with the task's start: ${why}`

/** Deletes the ref that kept the start of one run. */
export async function forgetStart({ cwd, compare }: Pick<RunSpec, 'cwd' | 'compare'>): Promise<void> {
  if (compare === undefined || 'why' in compare || compare.ref === undefined) return
  try {
    await openGit({ cwd }).ask(['update-ref', '-d', compare.ref])
  } catch (error) {
    // The repository is gone, and the ref with it.
    if (!(error instanceof MaydayError)) throw error
  }
}
