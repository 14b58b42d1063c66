/**
 * Keeps the work before and after a run, so that what the run changed can be shown later.
 *
 * - P1 The real index, the work tree, HEAD and the branches are only read. Only objects and, at the end of a run that
 *   changed something, two refs of Mayday are written.
 * - P2 It is a record, not a backup: files that are too large are left out, and if it fails the run continues. Nothing is
 *   destroyed because of it (I3).
 * - P3 No filter, hook or monitor of the repository runs: all git goes through run-git.ts.
 */
import { join } from 'node:path'
import { MaydayError } from '../../errors.ts'
import { rawPath, type RawPath } from '../../record/path-name.ts'
import { Disk } from '../../recovery/snapshots/disk-file.ts'
import { openGit, type Git } from '../../recovery/snapshots/git-steps.ts'
import { copyIndex, makeScratch } from '../../recovery/snapshots/scratch.ts'
import { emptyTree } from '../../recovery/snapshots/tree-diff.ts'
import { listOf } from '../../recovery/snapshots/tree-line.ts'
import type { Baseline } from './baseline.ts'

type GitBaseline = Extract<Baseline, { readonly kind: 'git' }>

/** The diff of a larger file is not kept. */
const MOST_FILE_BYTES = 16 * 1024 * 1024
const MOST_BYTES = 128 * 1024 * 1024
const MOST_FILES = 20_000

/** The refs that keep the work of a run. They are deleted with its folder. */
export const workRefs = (runId: string): { readonly before: string; readonly after: string } => ({
  before: `refs/mayday/runs/${runId}/before`,
  after: `refs/mayday/runs/${runId}/after`,
})

/** Adds uncommitted changes to the baseline as a tree. A clean work tree is its commit. */
export async function keepBefore(baseline: Baseline): Promise<Baseline> {
  if (baseline.kind !== 'git' || baseline.dirty.length === 0) return baseline
  const paths = baseline.dirty.map(([path]) => rawPath(path))
  const tree = await quietly(async () => writeWork(openGit({ cwd: baseline.root }), paths))
  return tree === null ? baseline : { ...baseline, tree }
}

export type Work = {
  readonly runId: string
  readonly baseline: Baseline
  /** Every file that the run changed. */
  readonly files: readonly string[]
}

/** Keeps both states of a run that changed something. Returns whether they were kept. */
export async function keepWork({ runId, baseline, files }: Work): Promise<boolean> {
  if (baseline.kind !== 'git' || files.length === 0) return false
  const kept = await quietly(async () => {
    const git = openGit({ cwd: baseline.root })
    const after = await writeWork(git, pathsOf(baseline, files))
    const before = baseline.tree ?? baseline.commit ?? (await emptyTree(git))
    const refs = workRefs(runId)
    const input = `update ${refs.before}\0${before}\0\0update ${refs.after}\0${after}\0\0`
    await git.run(['update-ref', '--stdin', '-z'], { input })
    return after
  })
  return kept !== null
}

const pathsOf = ({ dirty }: GitBaseline, files: readonly string[]): readonly RawPath[] => [
  ...new Set([...dirty.map(([path]) => path), ...files].map(rawPath)),
]

/** P2. */
async function quietly(write: () => Promise<string>): Promise<string | null> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof MaydayError) return null
    // The disk is full, or a folder cannot be written.
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

/** The commit that is checked out, with these files as they are on the disk. */
async function writeWork(git: Git, paths: readonly RawPath[]): Promise<string> {
  await using scratch = await makeScratch(git.place.dir)
  const index = scratch.file('index')
  copyIndex(join(git.place.dir, 'index'), index)
  const { there, gone } = sorted(git.place.top, paths)
  const update = (flags: readonly string[], input: Buffer): Promise<unknown> =>
    git.run(['update-index', ...flags, '-z', '--stdin'], { index, input })
  // Git does not look at a path below a link, so removed files come first.
  if (gone.length > 0) await update(['--force-remove'], listOf(gone))
  if (there.length > 0) await update(['--add', '--replace'], listOf(there))
  return await git.word(['write-tree'], { index })
}

type Sorted = { readonly there: RawPath[]; readonly gone: RawPath[] }

/** Folders, pipes and large files stay as the commit has them. */
function sorted(top: string, paths: readonly RawPath[]): Sorted {
  const disk = new Disk(top)
  const found: Sorted = { there: [], gone: [] }
  let left = MOST_BYTES
  for (const path of paths.slice(0, MOST_FILES)) {
    const file = disk.look(path)
    if (file === null) {
      if (!disk.isFolder(path)) found.gone.push(path)
    } else if (file.kind !== 'other' && file.size <= Math.min(MOST_FILE_BYTES, left)) {
      left -= file.size
      found.there.push(path)
    }
  }
  return found
}

/** Deletes the refs of runs whose folders are gone. */
export async function forgetWork(cwd: string, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return
  await quietly(async () => {
    const git = openGit({ cwd })
    const known = (await git.run(['for-each-ref', '--format=%(refname)', 'refs/mayday/runs/'])).toString()
    const gone = new Set(runIds)
    const refs = known.split('\n').filter((ref) => gone.has(ref.split('/')[3] ?? ''))
    if (refs.length > 0)
      await git.run(['update-ref', '--stdin', '-z'], {
        input: refs.map((ref) => `delete ${ref}\0\0`).join(''),
      })
    return ''
  })
}
