/**
 * Checks a repository before git runs in it.
 *
 * O1 Git hangs on a pipe or a device in place of its files. So git runs only if they are regular files and folders.
 * O2 Git ignores a damaged repository and uses the next one above. Then Mayday and git would use different
 * repositories, and git would follow settings that Mayday has not checked.
 */
import { accessSync, constants, readlinkSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { GitPlace } from './git.ts'
import { kindOf, NotPlainFileError, readPlain } from './plain-file.ts'

/** Files that nearly every git command opens, in the git dir of this work tree. */
const OF_TREE = ['HEAD', 'index', 'config.worktree', 'commondir', 'info/sparse-checkout']
/** The same, in the git dir that all work trees share. */
const SHARED = ['config', 'packed-refs', 'shallow', 'info/exclude', 'info/attributes']
const OBJECTS = ['objects/info/alternates', 'objects/info/commit-graph', 'objects/pack/multi-pack-index']
/** The same, in the work tree itself. */
const AT_TOP = ['.gitignore', '.gitattributes', '.gitmodules']

/** HEAD has one line. */
const MAX_HEAD_BYTES = 4096

/** Why git must not run, as the end of a sentence; null if it may. */
export function findObstacle({ top, dir, common }: GitPlace): string | null {
  const head = headOf(dir)
  return (
    firstSpecial(dir, OF_TREE) ??
    firstSpecial(common, [...SHARED, ...OBJECTS]) ??
    (top === null ? null : firstSpecial(top, AT_TOP)) ??
    findSpecialBranch(common, head) ??
    (isWhole(common, head) ? null : `git does not accept the git folder ${dir}`)
  )
}

function firstSpecial(folder: string, names: readonly string[]): string | null {
  for (const name of names) {
    const found = look(join(folder, name))
    if (found !== undefined && !found.isFile() && !found.isDirectory())
      return `${join(folder, name)} is ${kindOf(found)}, and Mayday expects a regular file`
  }
  return null
}

/** The checked-out branch is a file too. */
function findSpecialBranch(common: string, head: string): string | null {
  const ref = /^ref:\s*(refs\/[^\n\r\0]+)/.exec(head)?.[1]
  return ref === undefined ? null : firstSpecial(common, [ref])
}

/** O2. Accepts everything that git itself writes. */
const isWhole = (common: string, head: string): boolean =>
  /^(?:ref:\s*refs\/|[0-9a-f]{40})/.test(head) &&
  isEnterable(join(common, 'objects')) &&
  isEnterable(join(common, 'refs'))

/** If HEAD is a link, git follows it only if it leads to a ref, and does not open it. */
function headOf(dir: string): string {
  try {
    return readPlain(join(dir, 'HEAD'), MAX_HEAD_BYTES).toString('latin1')
  } catch (error) {
    return error instanceof NotPlainFileError ? `ref: ${linkAt(join(dir, 'HEAD'))}` : ''
  }
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Not a link either.
    return ''
  }
}

function isEnterable(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return look(folder)?.isDirectory() === true
  } catch {
    // Git checks the same.
    return false
  }
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // The path is below a folder that cannot be entered, or has a loop of links. Git does not hang there.
    return undefined
  }
}
