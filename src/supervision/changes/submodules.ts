/** Finds submodules that have changes. Git runs in each submodule, so each one's own settings are checked. */
import { join } from 'node:path'
import { fieldsOf, findGit } from '../../record/git.ts'
import type { RawPath } from '../../record/path-name.ts'
import { readPlain } from '../../record/plain-file.ts'
import { runGit } from '../../record/run-git.ts'

/** Each submodule needs a git process, and a hostile index could name any number of them. */
const MAX_SUBMODULES = 1000

/** The mode of a submodule entry. It is the same in all index versions. */
const GITLINK = Buffer.from([0, 0, 0xe0, 0])
/** The extension of a split index, whose entries are in another file. */
const SPLIT = Buffer.from('link')

/** The submodules that are checked out below a work tree; null if git cannot tell, or there are too many. */
export async function readSubmodules(top: string): Promise<readonly RawPath[] | null> {
  if (!mayHaveSubmodules(top)) return []
  const output = await runGit(['ls-files', '--stage', '-z'], top)
  if (output === null) return null
  const links = fieldsOf(output).filter((field) => field.startsWith('160000 '))
  const paths = links.map((field) => field.slice(field.indexOf('\t') + 1))
  const found = [...new Set(paths)].filter((path) => isCheckedOut(folderOf(top, path)))
  return found.length > MAX_SUBMODULES ? null : found
}

export const folderOf = (top: string, path: RawPath): string =>
  join(top, Buffer.from(path, 'latin1').toString('utf8'))

const isCheckedOut = (folder: string): boolean => findGit(folder)?.top === folder

/** Reads the bytes of the index. Nearly all repositories have no submodule, and this needs no process. */
function mayHaveSubmodules(top: string): boolean {
  const dir = findGit(top)?.dir
  if (dir === undefined) return false
  try {
    const index = readPlain(join(dir, 'index'))
    return index.includes(GITLINK) || index.includes(SPLIT)
  } catch {
    // Nothing was ever staged, or the index is not a regular file. Git is not asked in that case either.
    return false
  }
}
