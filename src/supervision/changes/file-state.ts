import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gitTopLevel } from '../../record/git.ts'
import type { FileState } from './baseline.ts'
import { bytesBelow, type RawPath } from '../../record/path-name.ts'
import { readPlain } from '../../record/plain-file.ts'
import { readComparable, type Kind } from './read-tree.ts'

/** Larger files are told apart by their times alone: a run must not wait for them to be read. */
const MAX_FILE_BYTES = 1024 * 1024
const MAX_ALL_BYTES = 4 * 1024 * 1024
/** Each costs a git process. */
const MAX_REPOSITORIES = 16

/** What may still be spent on one measurement. */
export type Budget = { bytes: number; repositories: number }
export const fullBudget = (): Budget => ({ bytes: MAX_ALL_BYTES, repositories: MAX_REPOSITORIES })

/** A file as it is now; its content too, as long as the budget lasts. */
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
    // A folder's own size and times change with what is ignored in it.
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
    // Gone, or in a folder that may not be entered: there is nothing to compare either way.
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
  // A pipe that has taken the file's place meanwhile is not waited for.
  return digest(readPlain(place))
}

/** Loaded only where there is something to compare: a clean tree must not wait for it. */
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

/** Whether nobody has touched a file in between. */
export function isSame(before: FileState, after: FileState): boolean {
  if (before === null || after === null) return before === after
  if (before.kind !== after.kind || before.mode !== after.mode || before.size !== after.size) return false
  if (before.content !== null && after.content !== null) return before.content === after.content
  return before.mtimeNs === after.mtimeNs && before.ctimeNs === after.ctimeNs
}
