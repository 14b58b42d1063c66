/**
 * Resolves the real path of a file in the project.
 *
 * I1 A link may lead to another file of the project and stays a link. A link that leads outside is refused: it may
 * have come with the repository, and Mayday must not write or show its target.
 * I2 Links in the folders above count too: the real path decides.
 * I3 No file of the project may be inside git's own folder: files there can be executed.
 */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { MaydayError } from '../errors.ts'
import { codeOf } from './plain-file.ts'

/** A path that leads out of the project, or to nowhere. */
export class LeadsOutError extends MaydayError {
  constructor(path: string, why: string) {
    super('LEADS_OUT', `${path} ${why}`)
  }
}

/** The real path of a file in the project. The file need not exist, but its folder must. */
export function realInside(root: string, path: string): string {
  const named = resolve(root, path)
  const real = realPathOf(named)
  const way = relative(realpathSync(root), real)
  if (way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new LeadsOutError(
      named,
      `leads out of the project, to ${real}. Mayday does not use it. Put a file of the project in its place.`,
    )
  if (way.split(sep).includes('.git'))
    throw new LeadsOutError(named, `leads into git's own folder, to ${real}. Mayday does not use it.`)
  return real
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new LeadsOutError(
        path,
        `is a link to ${readlinkSync(path)}, and that file does not exist. Create it, or remove the link.`,
      )
    return join(realpathSync(dirname(path)), basename(path))
  }
}
