/** Saves everything in a work tree as objects, and reads it back. */
import { join } from 'node:path'
import type { StatusEntry } from '../../record/git-status.ts'
import { fieldsOf } from '../../record/git.ts'
import { showPath, type RawPath } from '../../record/path-name.ts'
import { mayConvert, readConversionSettings } from './conversions.ts'
import { algorithmOf, blobId, Disk, type Algorithm, type DiskFile } from './disk-file.ts'
import type { Git } from './git-steps.ts'
import type { Notes } from './notes.ts'
import { readRawBytes, type HashedFile } from './raw-bytes.ts'
import { findDamagedBlobs } from './read-back.ts'
import { copyIndex, makeScratch, type Scratch } from './scratch.ts'
import { failed, refused, type Snapshot } from './snapshot.ts'
import { survey, type Survey } from './survey.ts'
import { idOf, listOf, pathOf, defaultModes, type TreeLine } from './tree-line.ts'
import { verifyTree } from './verify-tree.ts'

/** From this number on, one pack file is faster and safer to write than loose objects. */
const PACKED_FROM = 50
/** Git's batch method for loose objects does not work with a pack. */
const INTO_ONE_PACK = ['core.bigFileThreshold=1', 'core.compression=1', 'core.fsyncMethod=fsync']

/** Git packs larger files badly, and a person would not look for them there. */
const MAX_FILE_BYTES = 2 * 1024 ** 3

/** The content of a work tree, read back. */
export type Taken = Pick<Snapshot, 'tree' | 'indexTree' | 'head' | 'branch'> & { readonly notes: Notes }

/** Reads the current work tree without taking a snapshot. */
export async function readNow(git: Git): Promise<Taken> {
  await using scratch = await makeScratch(git.place.dir)
  const index = scratch.file('index')
  copyIndex(join(git.place.dir, 'index'), index)
  // Awaited here: the folder is removed when this function returns.
  return await readTrees(git, scratch, index)
}

/** Writes only objects, and adds everything to the given copy of the index. */
export async function readTrees(git: Git, scratch: Scratch, index: string): Promise<Taken> {
  // Runs before the survey changes the copy. An index that cannot be written as a tree is unmerged, and the
  // survey reports that.
  const indexTree = (await git.ask(['write-tree'], { index }))?.toString().trim() ?? ''
  const found = await survey(git, index)
  if (indexTree === '') throw failed('git cannot write the index as a tree. See: git status')
  const disk = new Disk(git.place.top)
  const looked = lookAt(disk, found.entries)
  const settings = await readConversionSettings(git)
  const names = [...found.staged, ...found.entries.map(({ path }) => path)]
  const isConverting = mayConvert(git, settings, names)
  await addChanges(git, index, { ...found, looked, isConverting })
  const changed = await hashAll(disk, looked, algorithmOf(indexTree))
  const tree = await git.word(['write-tree'], { index })
  const lines = fieldsOf(await git.run(['ls-tree', '-r', '-z', '--full-tree', tree]))
  const own = verifyTree({ lines, staged: found.staged, looked, changed })
  const raw = await readRawBytes({ git, scratch, index, tree: lines, own: own.tree, changed, disk, settings })
  await verifyBlobs(git, [...own.tree.map(idOf), ...own.staged.map(idOf), ...raw.values()])
  verifyStill(git, looked)
  const notes: Notes = {
    raw,
    modes: new Map(
      [...found.modes].filter(([path]) => !looked.has(path)).concat(unusualModes(own.tree, changed)),
    ),
    intended: await intendedPaths(git, { entries: found.entries, staged: own.staged }, indexTree),
    believed: found.believed,
  }
  const { head, branch } = found
  return { tree, indexTree, head, branch, notes }
}

type Looked = ReadonlyMap<RawPath, DiskFile | null>

function lookAt(disk: Disk, entries: readonly StatusEntry[]): Looked {
  const looked = new Map(entries.filter(isInTree).map(({ path }) => [path, disk.look(path)]))
  for (const [path, file] of looked) {
    if (file?.kind === 'other') throw refused(`${showPath(path)} is neither a file nor a link.`)
    if (file !== null && file.size > MAX_FILE_BYTES)
      throw refused(`${showPath(path)} is larger than 2 GiB. Move it elsewhere, or have git ignore it.`)
  }
  return looked
}

/** A file that was only removed from the index is untracked, with a separate entry, or ignored. */
const isInTree = ({ staged, unstaged }: StatusEntry): boolean => staged !== 'D' || unstaged !== '.'

type Changes = Pick<Survey, 'entries' | 'unfiltered'> & {
  readonly looked: Looked
  /** Files that git converts are always written one by one. */
  readonly isConverting: boolean
}

/** Removed files come first: git does not look at a path below a link, not even to see that it is gone. */
async function addChanges(
  git: Git,
  index: string,
  { entries, unfiltered, looked, isConverting }: Changes,
): Promise<void> {
  const paths = entries.filter(({ unstaged }) => unstaged !== '.').map(({ path }) => path)
  // Git would not read a file again that it assumes unchanged.
  const gone = paths.filter((path) => looked.get(path) === null || unfiltered.has(path))
  const there = paths.filter((path) => looked.get(path) !== null)
  const settings = there.length < PACKED_FROM || isConverting ? [] : INTO_ONE_PACK
  const update = (flags: readonly string[], input: Buffer): Promise<unknown> =>
    git.run(['update-index', ...flags, '-z', '--stdin'], { index, input, settings })
  if (gone.length > 0) await update(['--force-remove'], listOf(gone))
  if (there.length > 0) await update(['--add', '--replace'], listOf(there))
}

async function hashAll(
  disk: Disk,
  looked: Looked,
  algorithm: Algorithm,
): Promise<ReadonlyMap<RawPath, HashedFile>> {
  const hashed = new Map<RawPath, HashedFile>()
  for (const [path, file] of looked)
    if (file !== null) hashed.set(path, { ...file, id: await hashOne(disk, path, { file, algorithm }) })
  return hashed
}

async function hashOne(
  disk: Disk,
  path: RawPath,
  { file, algorithm }: { readonly file: DiskFile; readonly algorithm: Algorithm },
): Promise<string> {
  try {
    return await disk.hash(path, file, algorithm)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === '') throw error
    throw failed(`${showPath(path)} cannot be read (${code}).`)
  }
}

async function verifyBlobs(git: Git, ids: readonly string[]): Promise<void> {
  const [damaged] = await findDamagedBlobs(git, ids)
  if (damaged !== undefined) throw failed(`the object ${damaged} cannot be read back. See: git fsck`)
}

/** If a process writes during the snapshot, the snapshot is refused. */
function verifyStill({ place }: Git, looked: Looked): void {
  const disk = new Disk(place.top)
  for (const [path, before] of looked)
    if (disk.look(path)?.stamp !== before?.stamp)
      throw failed(`${showPath(path)} changed while it was read. Try again.`)
}

/** Permissions that a checkout of the tree would not set. */
function unusualModes(
  lines: readonly TreeLine[],
  changed: ReadonlyMap<RawPath, HashedFile>,
): [RawPath, number][] {
  const modeOf = defaultModes()
  return lines.flatMap((line): [RawPath, number][] => {
    const file = changed.get(pathOf(line))
    return file?.kind === 'file' && file.mode !== modeOf(line) ? [[pathOf(line), file.mode]] : []
  })
}

async function intendedPaths(
  git: Git,
  { entries, staged }: Pick<Survey, 'entries' | 'staged'>,
  indexTree: string,
): Promise<RawPath[]> {
  const intended = entries.filter(({ type, unstaged }) => type === 'tracked' && unstaged === 'A')
  const gone = new Set(entries.filter(({ unstaged }) => unstaged === 'D').map(({ path }) => path))
  const empty = blobId(Buffer.alloc(0), algorithmOf(indexTree))
  const doubtful = staged.filter((line) => idOf(line) === empty && gone.has(pathOf(line)))
  const paths = intended.map(({ path }) => path)
  if (doubtful.length === 0) return paths
  // Git reports a deleted intent-to-add file like a deleted empty file. The tree does not contain the former.
  const names = fieldsOf(await git.run(['ls-tree', '-r', '-z', '--name-only', '--full-tree', indexTree]))
  const real = new Set(names)
  return [...paths, ...doubtful.map(pathOf).filter((path) => !real.has(path))]
}
