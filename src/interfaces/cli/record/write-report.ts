import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { MaydayError } from '../../../errors.ts'
import { realInside } from '../../../record/inside-project.ts'
import { findProject } from '../../../record/project.ts'

/** Writes a file that the command line names. Missing folders are created. */
export function writeReport(path: string, text: string, how: 'replace' | 'append' = 'replace'): void {
  try {
    writeFileSync(placeOf(path), text, { flag: how === 'append' ? 'a' : 'w' })
  } catch (error) {
    if (error instanceof MaydayError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new MaydayError('UNWRITABLE', `The report cannot be written to '${path}': ${code}.`, {
      cause: error,
    })
  }
}

/**
 * Inside the project, the path may be a link that leads out of it. Paths outside of the project are the user's
 * choice.
 */
function placeOf(path: string): string {
  const { root } = findProject(process.cwd(), process.env)
  const way = relative(root, resolve(path))
  const isOutside = way.startsWith('..') || isAbsolute(way)
  if (!isOutside) refuseLinkedFolder(root, dirname(resolve(path)))
  if (!existsSync(dirname(resolve(path)))) mkdirSync(dirname(resolve(path)), { recursive: true })
  return isOutside ? resolve(path) : realInside(root, resolve(path))
}

/** No folder is created behind a link that leads out of the project. */
function refuseLinkedFolder(root: string, folder: string): void {
  const way = relative(root, folder)
  const parts = way === '' ? [] : way.split(sep)
  for (const [index] of parts.entries()) {
    const part = resolve(root, ...parts.slice(0, index + 1))
    if (lstatSync(part, { throwIfNoEntry: false }) === undefined) return
    realInside(root, part)
  }
}
