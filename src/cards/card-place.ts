import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { LeadsOutError, realInside } from '../record/inside-project.ts'
import { CardError } from './card-error.ts'
import { unreadable } from './unreadable.ts'

/** A card by whatever name: the SHA-256 of its real path, in hex. */
export const cardKey = (path: string): string => createHash('sha256').update(realPath(path)).digest('hex')

/** Where a card really lies: absolute, and relative to the project. One outside the project is a CardError. */
export function cardInside(
  root: string,
  path: string,
): { readonly absolute: string; readonly relative: string } {
  // What is not there is told as such, before where it would lie.
  realPath(resolve(root, path))
  try {
    const absolute = realInside(root, path)
    return { absolute, relative: relative(realpathSync(root), absolute) }
  } catch (error) {
    if (!(error instanceof LeadsOutError)) throw error
    throw new CardError('CARD_OUTSIDE', path, `it lies outside the project ${root}; name a card inside it.`, {
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
