import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gitTopLevel } from '../../record/git.ts'
import type { FileState } from './baseline.ts'
import { bytesBelow, type RawPath } from '../../record/path-name.ts'
import { readPlain } from '../../record/plain-file.ts'
import { readComparable, type Kind } from './read-tree.ts'

/** Larger files are compared by their times only: a run must not wait until they are read. */
const MAX_FILE_BYTES = 1024 * 1024
const MAX_ALL_BYTES = 4 * 1024 * 1024
/** Each repository needs a git process. */
const MAX_REPOSITORIES = 16

/** How much one measurement may still read. */
export type Budget = { bytes: number; repositories: number }
export const fullBudget = (): Budget => ({ bytes: MAX_ALL_BYTES, repositories: MAX_REPOSITORIES })

/** The current state of a file, with its content while the budget lasts. */
export async function readState(
  { top, path, kind }: { readonly top: string; readonly path: RawPath; readonly kind: Kind },
  budget: Budget,
): Promise<FileState> {
  const place = bytesBelow(top, path)
  try {
    const { mode, size, mtimeNs, ctimeNs } = lstatSync(place, { bigint: true })
    const isFolder = (Number(mode) & 0o170000) === 0o040000
    const content = isFolder
      ? await digestRepository(join(top, Buffer.from(path, 'latin1').toString()), budget)
      : digestFile(place, { mode: Number(mode), size: Number(size) }, budget)
    // The size and times of a folder change with ignored files in it.
    if (isFolder) return { kind, mode: Number(mode), size: 0, mtimeNs: '', ctimeNs: '', content }
    return {
      kind,
      mode: Number(mode),
      size: Number(size),
      mtimeNs: `${mtimeNs}`,
      ctimeNs: `${ctimeNs}`,
      content,
    }
  } catch {
    // The file is gone, or its folder cannot be entered. There is nothing to compare in either case.
    return null
  }
}

function digestFile(
  place: Buffer,
  { mode, size }: { mode: number; size: number },
  budget: Budget,
): string | null {
  const type = mode & 0o170000
  if (type === 0o120000) return digest(readlinkSync(place, 'buffer'))
  if (type !== 0o100000 || size > MAX_FILE_BYTES || size > budget.bytes) return null
  budget.bytes -= size
  // If a pipe has replaced the file since, this does not wait for it.
  return digest(readPlain(place))
}

/** Imported lazily: a clean tree does not need it. */
const digest = (data: string | Buffer): string =>
  process.getBuiltinModule('node:crypto').createHash('sha1').update(data).digest('base64')

async function digestRepository(folder: string, budget: Budget): Promise<string | null> {
  if (budget.repositories-- <= 0 || gitTopLevel(folder) !== folder) return null
  const tree = await readComparable(folder)
  if (tree === null) return null
  const states: unknown[] = []
  for (const [path, kind] of tree.dirty)
    states.push(path, await readState({ top: folder, path, kind }, budget))
  return digest(JSON.stringify([tree.commit, states]))
}

/** Whether a file was not touched in between. */
export function isSame(before: FileState, after: FileState): boolean {
  if (before === null || after === null) return before === after
  if (before.kind !== after.kind || before.mode !== after.mode || before.size !== after.size) return false
  if (before.content !== null && after.content !== null) return before.content === after.content
  return before.mtimeNs === after.mtimeNs && before.ctimeNs === after.ctimeNs
}
