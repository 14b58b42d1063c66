import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { MaydayError } from '../errors.ts'
import { makeFolders } from './make-folders.ts'

const OTHERS_WRITE = 0o022
const OTHERS_ANYTHING = 0o077
const STICKY = 0o1000

/**
 * The real path of a folder that only this user can read and change. It is made if it is missing. Its name may be
 * public and its parent shared, like the temporary folder. If another user made it first, it is refused.
 */
export function privateFolder(path: string): string {
  try {
    makeFolders(path)
  } catch (error) {
    throw unsafe(path, 'cannot be made', { cause: error })
  }
  return checkPrivate(path)
}

/** The real path of a private folder that was made earlier. Throws if it is no longer private. */
export function checkPrivate(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || !found.isDirectory()) throw unsafe(path, 'is not a folder')
  if (!isMine(found)) throw unsafe(path, 'belongs to another user')
  if (hasOwners && (found.mode & OTHERS_ANYTHING) !== 0) throw unsafe(path, 'is open to other users')
  const real = realpathSync(path)
  const open = replaceableFrom(dirname(real))
  if (open !== null) throw unsafe(path, `can be replaced by other users: they can write to ${open}`)
  return real
}

/** The nearest parent folder in which another user can rename a part of the path. */
function replaceableFrom(folder: string): string | null {
  const found = lstatSync(folder)
  const isShared = (found.mode & OTHERS_WRITE) !== 0 && (found.mode & STICKY) === 0
  if (hasOwners && (isShared || !(isMine(found) || found.uid === 0))) return folder
  const parent = dirname(folder)
  return parent === folder ? null : replaceableFrom(parent)
}

/** Windows has no uid to compare: its temporary folder belongs to the user. */
const hasOwners = process.getuid !== undefined

const isMine = ({ uid }: Stats): boolean => !hasOwners || uid === process.getuid?.()

function unsafe(path: string, why: string, options?: ErrorOptions): MaydayError {
  const elsewhere = path.startsWith(`${tmpdir()}/`) ? ', or set TMPDIR to a folder of your own' : ''
  return new MaydayError(
    'UNSAFE_FOLDER',
    `${path} ${why}, so Mayday does not use it. Remove it, or make it yours alone (chmod 700)${elsewhere}.`,
    options,
  )
}
