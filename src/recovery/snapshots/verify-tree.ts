import { showPath, type RawPath } from '../../record/path-name.ts'
import type { DiskFile } from './disk-file.ts'
import type { HashedFile } from './raw-bytes.ts'
import { failed } from './snapshot.ts'
import { idOf, pathOf, type TreeLine } from './tree-line.ts'

/** A tree that was read back, and its expected content. */
export type TreeClaim = {
  readonly lines: readonly TreeLine[]
  /** The index. Its entries that did not change are in the tree. */
  readonly staged: readonly TreeLine[]
  readonly looked: ReadonlyMap<RawPath, DiskFile | null>
  readonly changed: ReadonlyMap<RawPath, HashedFile>
}

/** The entries of files that changed. */
export type ChangedLines = { readonly tree: readonly TreeLine[]; readonly staged: readonly TreeLine[] }

/**
 * Checks that the tree contains every file, and no other. `readRawBytes` compares the bytes of files. Both lists are in
 * the order of git, so one pass is enough.
 */
export function verifyTree({ lines, staged, looked, changed }: TreeClaim): ChangedLines {
  const found: { tree: TreeLine[]; staged: TreeLine[] } = { tree: [], staged: [] }
  const unchanged: TreeLine[] = []
  for (const line of staged) (looked.has(pathOf(line)) ? found.staged : unchanged).push(line)
  const missing = new Set(changed.keys())
  let at = 0
  for (const line of lines) {
    if (line === unchanged[at]) {
      at += 1
      continue
    }
    const path = pathOf(line)
    if (!isSame(line, changed.get(path))) throw failed(`${showPath(path)} differs when it is read back.`)
    found.tree.push(line)
    missing.delete(path)
  }
  const [lost] = [...missing, ...unchanged.slice(at, at + 1).map(pathOf)]
  if (lost !== undefined) throw failed(`${showPath(lost)} is missing in what was read back.`)
  return found
}

const isSame = (line: TreeLine, file: HashedFile | undefined): boolean => {
  if (file === undefined) return false
  return line.startsWith('120000') ? file.kind === 'link' && idOf(line) === file.id : file.kind === 'file'
}
