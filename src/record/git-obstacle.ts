/**
 * Looks at a repository before git does.
 *
 * O1 Git waits for a pipe or a device in place of its files. Only regular files and folders are left to it.
 * O2 Git passes over a damaged repository and takes the next one above. Then Mayday and git would not mean the same
 * one, and the settings that Mayday has checked are not those that git follows.
 */
import { accessSync, constants, readlinkSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { GitPlace } from './git.ts'
import { kindOf, NotPlainFileError, readPlain } from './plain-file.ts'

/** What git opens for nearly every question, below the folder of this work tree. */
const OF_TREE = ['HEAD', 'index', 'config.worktree', 'commondir', 'info/sparse-checkout']
/** The same, below the folder that all work trees share. */
const SHARED = ['config', 'packed-refs', 'shallow', 'info/exclude', 'info/attributes']
const OBJECTS = ['objects/info/alternates', 'objects/info/commit-graph', 'objects/pack/multi-pack-index']
/** The same, in the work tree itself. */
const AT_TOP = ['.gitignore', '.gitattributes', '.gitmodules']

/** It has one line. */
const MAX_HEAD_BYTES = 4096

/** What keeps git from being asked, as the end of a sentence; null where nothing does. */
export function findObstacle({ top, dir, common }: GitPlace): string | null {
  const head = headOf(dir)
  return (
    firstSpecial(dir, OF_TREE) ??
    firstSpecial(common, [...SHARED, ...OBJECTS]) ??
    (top === null ? null : firstSpecial(top, AT_TOP)) ??
    findSpecialBranch(common, head) ??
    (isWhole(common, head) ? null : `${dir} is no git folder that git accepts`)
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

/** The branch that is checked out is a file too. */
function findSpecialBranch(common: string, head: string): string | null {
  const ref = /^ref:\s*(refs\/[^\n\r\0]+)/.exec(head)?.[1]
  return ref === undefined ? null : firstSpecial(common, [ref])
}

/** O2. Stricter than git in no case that git writes. */
const isWhole = (common: string, head: string): boolean =>
  /^(?:ref:\s*refs\/|[0-9a-f]{40})/.test(head) &&
  isEnterable(join(common, 'objects')) &&
  isEnterable(join(common, 'refs'))

/** Git follows a link in place of HEAD only where it leads to a ref, and does not open it then. */
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
    // No link either.
    return ''
  }
}

function isEnterable(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return look(folder)?.isDirectory() === true
  } catch {
    // Git asks the same.
    return false
  }
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // Behind a folder that may not be entered, or a loop of links: git will not wait there.
    return undefined
  }
}
