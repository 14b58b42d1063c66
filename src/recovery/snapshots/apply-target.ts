/**
 * Changes a work tree and its index to another state.
 *
 * - A1 Everything that may be removed is in a snapshot that has been read back (I3). It is `captured`, taken just
 *   before.
 * - A2 Nothing is changed before it is certain that no ignored file, and no file that changed since, would be
 *   overwritten.
 * - A3 After a kill at any point it can be repeated: only files have changed and, as the last and atomic step, the
 *   index.
 * - A4 The result is read again and compared. A difference is an error that names the snapshot.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { blockedAmong } from '../../record/blocked-filters.ts'
import { showPath, type RawPath } from '../../record/path-name.ts'
import { fieldsOf } from '../../record/git.ts'
import type { Captured } from './capture.ts'
import { readTrees } from './read-trees.ts'
import { algorithmOf, Disk } from './disk-file.ts'
import { findObstacle } from './find-obstacle.ts'
import { buildIndex, installIndex } from './install-index.ts'
import type { Notes } from './notes.ts'
import { copyIndex } from './scratch.ts'
import { SnapshotError } from './snapshot.ts'
import { diffTrees, type TreeDiff } from './tree-diff.ts'
import { listOf, pathOf, defaultModes, type TreeLine } from './tree-line.ts'
import { chmodBelow, removeBelow, writeBlob } from './write-below.ts'

/** The state that a work tree is to have. */
export type Target = { readonly tree: string; readonly indexTree: string; readonly notes: Notes }

export const refusedRestore = (reason: string): SnapshotError =>
  new SnapshotError('RESTORE_REFUSED', `Nothing was restored: ${reason}`)

/** Returns what changed in the work tree. */
export async function applyTarget(captured: Captured, target: Target): Promise<TreeDiff> {
  const { git, index, snapshot } = captured
  const diff = await diffTrees(git, snapshot.tree, target.tree)
  await refuseObstacles(captured, diff, target)
  try {
    // Updates files that were copied or touched without a change. The exit code only says whether other files
    // changed.
    await git.ask(['update-index', '-q', '--refresh'], { index })
    await git.run(['read-tree', '-m', '-u', '--no-recurse-submodules', snapshot.tree, target.tree], { index })
    const lines = fieldsOf(await git.run(['ls-tree', '-r', '-z', '--full-tree', target.tree]))
    await restoreBytes(captured, target, { diff, lines })
    restoreModes(captured, target, lines)
    await buildIndex(captured, target)
    installIndex(captured)
    await verifyRestored(captured, target)
  } catch (error) {
    throw unfinished(error, snapshot.ref)
  }
  return diff
}

const incomplete = (reason: string): SnapshotError => new SnapshotError('RESTORE_FAILED', reason)

const unfinished = (error: unknown, safety: string): unknown =>
  error instanceof Error
    ? new SnapshotError(
        'RESTORE_FAILED',
        `The restore did not finish: ${error.message} What was there before is kept in ${safety}.`,
        { cause: error },
      )
    : error

async function refuseObstacles(captured: Captured, diff: TreeDiff, { notes }: Target): Promise<void> {
  const { dir, top } = captured.git.place
  if (existsSync(join(dir, 'index.lock')))
    throw refusedRestore(
      `another git process is running (${join(dir, 'index.lock')}). Wait for it, or remove that file.`,
    )
  const obstacle = await findObstacle(top, diff, notes)
  if (obstacle !== null) throw refusedRestore(obstacle)
  await refuseUnfiltered(captured, diff, notes)
}

/** A checkout without its filter would write other bytes than the person had. */
async function refuseUnfiltered(
  { git, notes: now }: Captured,
  diff: TreeDiff,
  { raw }: Notes,
): Promise<void> {
  const written = [...diff].filter(([, { new: file }]) => file !== null).map(([path]) => path)
  const paths = [...written, ...now.raw.keys()].filter((path) => !raw.has(path))
  const [first] = await blockedAmong(listOf(paths), git.place.top)
  if (first !== undefined)
    throw refusedRestore(
      `${showPath(first.path)} needs the filter '${showPath(first.filter)}', which only this repository configures. Mayday executes no such filter. Configure it in your own git config (git config --global; for git-lfs: git lfs install), then try again.`,
    )
}

type Read = { readonly diff: TreeDiff; readonly lines: readonly TreeLine[] }

/** Writes files whose bytes differ from a checkout, and checks out files that no longer do. */
async function restoreBytes(captured: Captured, { notes }: Target, { diff, lines }: Read): Promise<void> {
  const { git, index } = captured
  const { top } = git.place
  const there = new Set(lines.map(pathOf))
  const plain = [...captured.notes.raw.keys()].filter(
    (path) => !notes.raw.has(path) && !diff.has(path) && there.has(path),
  )
  for (const path of plain) removeBelow(top, path)
  if (plain.length > 0)
    await git.run(['checkout-index', '-f', '-u', '-z', '--stdin'], { index, input: listOf(plain) })
  const modeOf = defaultModes()
  const written = new Set(await differing(top, notes))
  for (const line of lines.filter((one) => written.has(pathOf(one))))
    await writeBlob(captured, {
      path: pathOf(line),
      id: notes.raw.get(pathOf(line)) ?? '',
      mode: modeOf(line),
    })
  // Git considers a file of another size changed without reading it.
  if (written.size > 0)
    await git.run(['update-index', '-z', '--stdin'], { index, input: listOf([...written]) })
}

/** The paths whose bytes on the disk differ from the noted ones. */
async function differing(top: string, { raw }: Notes): Promise<readonly RawPath[]> {
  const disk = new Disk(top)
  const found: RawPath[] = []
  for (const [path, id] of raw) {
    const file = disk.look(path)
    if (file === null || (await disk.hash(path, file, algorithmOf(id))) !== id) found.push(path)
  }
  return found
}

function restoreModes({ git, notes: now }: Captured, { notes }: Target, lines: readonly TreeLine[]): void {
  const { top } = git.place
  const disk = new Disk(top)
  const modeOf = defaultModes()
  const paths = new Set([...now.modes.keys(), ...notes.modes.keys()])
  for (const line of lines.filter((one) => paths.has(pathOf(one)))) {
    const path = pathOf(line)
    const mode = notes.modes.get(path) ?? modeOf(line)
    const file = disk.look(path)
    if (file?.kind === 'file' && file.mode !== mode) chmodBelow(top, path, mode)
  }
}

/** Reads the whole work tree again, as for a snapshot. */
async function verifyRestored({ git, scratch }: Captured, target: Target): Promise<void> {
  const index = scratch.file('index-after')
  copyIndex(join(git.place.dir, 'index'), index)
  const after = await readTrees(git, scratch, index)
  const [path] = [
    ...(await diffTrees(git, after.tree, target.tree)).keys(),
    ...(await differing(git.place.top, target.notes)),
  ]
  if (path !== undefined) throw incomplete(`${showPath(path)} is not as it was.`)
  if (after.indexTree !== target.indexTree) throw incomplete('the staged changes are not as they were.')
}
