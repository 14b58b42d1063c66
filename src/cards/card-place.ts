import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { LeadsOutError, realInside } from '../record/inside-project.ts'
import { CardError } from './card-error.ts'
import { unreadable } from './unreadable.ts'

/** The key of a card under any of its paths: the SHA-256 of its real path, in hex. */
export const cardKey = (path: string): string => createHash('sha256').update(realPath(path)).digest('hex')

/** The real path of a card: absolute, and relative to the project. A card outside the project is a CardError. */
export function cardInside(
  root: string,
  path: string,
): { readonly absolute: string; readonly relative: string } {
  // A missing file is reported as missing, before its place is checked.
  realPath(resolve(root, path))
  try {
    const absolute = realInside(root, path)
    return { absolute, relative: relative(realpathSync(root), absolute) }
  } catch (error) {
    if (!(error instanceof LeadsOutError)) throw error
    throw new CardError('CARD_OUTSIDE', path, `it is outside the project ${root}; name a card inside it.`, {
      cause: error,
    })
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}
