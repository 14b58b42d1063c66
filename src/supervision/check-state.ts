/** Checks the record's folder and the database file before they are opened for writing. */
import { accessSync, chmodSync, constants, existsSync, lstatSync, statSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { UnreadableInputError } from '../errors.ts'
import { readForeign } from '../record/importers/open-foreign.ts'
import type { Project } from '../record/project.ts'
import { STATE_VARIABLE } from '../record/state-home.ts'
import { findBroken } from '../record/sqlite/find-broken.ts'
import { inspectFile } from '../record/sqlite/inspect-file.ts'
import { damageIn } from '../record/sqlite/sqlite-error.ts'
import { storePath } from '../record/store.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

/** Null if the project has no record yet. */
export function checkState({ root, record }: Project): readonly Finding[] | null {
  const found = lstatSync(record, { throwIfNoEntry: false })
  if (found === undefined) return null
  if (!found.isDirectory())
    return [problem('record', `${record} is not a folder.`, { next: 'Move it away, then run: mayday init' })]
  const user = process.geteuid?.()
  if (user !== undefined && found.uid !== user)
    return [
      problem('record', `${record} belongs to user ${found.uid}.`, { next: 'Run Mayday as that user.' }),
    ]
  if (!canWrite(record))
    return [problem('record', `${record} cannot be written.`, { next: 'Check who owns it and its disk.' })]
  return [checkMode(record, found.mode), ...checkPlace(root, record)]
}

function checkMode(record: string, mode: number): Finding {
  if ((mode & 0o077) === 0) return fine('record', `${record} is writable, and only by its owner.`)
  return warning('record', `${record} is open to other users (mode ${(mode & 0o777).toString(8)}).`, {
    next: `chmod 700 ${record}`,
    fix: () => {
      chmodSync(record, 0o700)
      return 'Only its owner can enter it now.'
    },
  })
}

/** Warns if the record can be lost: in a tree that an agent cleans, or in a container that ends. */
function checkPlace(root: string, record: string): readonly Finding[] {
  if (isInside(record, root))
    return [
      warning('place', `The record is inside the project (${record}), where an agent can delete it.`, {
        next: `Set ${STATE_VARIABLE} to a folder outside of ${root}.`,
      }),
    ]
  if (isContainer() && !isMounted(record))
    return [
      warning('place', `This is a container, and the record ends with it (${record}).`, {
        next: `Mount a volume there, or set ${STATE_VARIABLE} to a folder that is kept.`,
      }),
    ]
  return []
}

const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

/** Docker and Podman create these files in their containers. */
const isContainer = (): boolean => ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path))

/** A folder on another device than the root of the file system is a volume. */
const isMounted = (path: string): boolean => statSync(path).dev !== statSync('/').dev

const canWrite = (path: string): boolean => isAllowed(path, constants.R_OK | constants.W_OK | constants.X_OK)

const canRead = (path: string): boolean => isAllowed(path, constants.R_OK)

function isAllowed(path: string, what: number): boolean {
  try {
    accessSync(path, what)
    return true
  } catch {
    // The failed access is the answer.
    return false
  }
}

/**
 * Damage that prevents opening the database; null if there is none. This only reads. The code that opens the database
 * for use sets a damaged one aside.
 */
export function checkDatabaseFile({ record }: Project): Finding | null {
  const path = storePath(record)
  const damage = canRead(path) ? damageOf(path) : null
  if (damage === null) return null
  return problem('database', `${path} is damaged: ${damage}`, {
    next: 'mayday doctor --fix keeps it under another name and imports the runs again from their files.',
  })
}

/**
 * Other reasons why it cannot be read (it is in use, a folder
 * has its name) are not damage. They are reported on opening.
 */
function damageOf(path: string): string | null {
  try {
    if (inspectFile(path, constants.O_RDONLY) === 'missing') return null
    return readForeign(path, (db) => findBroken(db, path))
  } catch (error) {
    return damageIn(error) ?? (error instanceof UnreadableInputError ? error.message : null)
  }
}
