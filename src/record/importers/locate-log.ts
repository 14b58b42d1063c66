import { lstatSync, realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'

/**
 * The absolute path of a log that another program's record names, if it is a regular
 * file below `root`. A record may come with a repository, so it must not name any
 * file of the machine. Every other name stays relative and is never opened.
 */
export function locateLog(name: string, root: string, folders: readonly string[]): string {
  if (name === '') return ''
  const found = folders.map((folder) => realFile(resolve(folder, name))).find((path) => path !== null)
  if (found !== undefined && found !== null && isBelow(found, root)) return found
  return isAbsolute(name) ? relative(root, name) : name
}

const isBelow = (path: string, root: string): boolean => {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}

function realFile(path: string): string | null {
  try {
    const real = realpathSync(path)
    return lstatSync(real).isFile() ? real : null
  } catch {
    // The file is missing or not readable. The name is kept, so nothing is lost.
    return null
  }
}

/** Whether the path of an imported run's log is still the file that it named, and not a link to another one. */
export const isLocatedLog = (path: string): boolean => isAbsolute(path) && realFile(path) === path
