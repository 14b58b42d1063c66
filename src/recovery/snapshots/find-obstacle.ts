import { readdirSync } from 'node:fs'
import { bytesBelow, showPath, type RawPath } from '../../record/path-name.ts'
import { algorithmOf, Disk } from './disk-file.ts'
import type { Notes } from './notes.ts'
import type { TreeDiff, TreeFile } from './tree-diff.ts'

/**
 * Git would overwrite ignored files silently, and no snapshot contains them. Returns a sentence about the first file
 * that would be overwritten, or null.
 */
export async function findObstacle(top: string, diff: TreeDiff, notes: Notes): Promise<string | null> {
  const disk = new Disk(top)
  const leaves = (path: RawPath): boolean => (diff.get(path)?.old ?? null) !== null
  for (const [path, change] of diff) {
    if (change.new?.mode === '160000' || change.old?.mode === '160000')
      return `${showPath(path)} is a submodule.`
    if (change.old !== null || change.new === null) continue
    const found =
      (await fileInTheWay(disk, { path, file: change.new, notes })) ??
      ancestorInTheWay(disk, path, leaves) ??
      (disk.isFolder(path) ? keptBelow(top, path, leaves) : null)
    if (found !== null)
      return `${showPath(found)} is ignored by git now and blocks ${showPath(path)}. Move it elsewhere first.`
  }
  return null
}

/** An ignored file with the same bytes does not block. */
async function fileInTheWay(
  disk: Disk,
  { path, file, notes }: { readonly path: RawPath; readonly file: TreeFile; readonly notes: Notes },
): Promise<RawPath | null> {
  const found = disk.look(path)
  if (found === null) return null
  const wanted = notes.raw.get(path) ?? file.id
  const isSame = found.kind !== 'other' && (await disk.hash(path, found, algorithmOf(wanted))) === wanted
  return isSame ? null : path
}

/** A file or link at the path of a needed folder. */
function ancestorInTheWay(disk: Disk, path: RawPath, leaves: (path: RawPath) => boolean): RawPath | null {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const folder = path.slice(0, slash)
    if (disk.look(folder) !== null && !leaves(folder)) return folder
  }
  return null
}

/** A file that stays in a folder at the path of a needed file. */
function keptBelow(top: string, path: RawPath, leaves: (path: RawPath) => boolean): RawPath | null {
  const entries = readdirSync(bytesBelow(top, path), { encoding: 'buffer', withFileTypes: true })
  for (const entry of entries) {
    const below = `${path}/${entry.name.toString('latin1')}`
    const kept = entry.isDirectory() ? keptBelow(top, below, leaves) : leaves(below) ? null : below
    if (kept !== null) return kept
  }
  return null
}
