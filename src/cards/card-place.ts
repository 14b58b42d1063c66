import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { CardError } from './card-error.ts'
import { unreadable } from './unreadable.ts'

/** A card by whatever name: the SHA-256 of its real path, in hex. */
export const cardKey = (path: string): string => createHash('sha256').update(realPath(path)).digest('hex')

/** Where a card really lies: absolute, and relative to the project. One outside the project is a CardError. */
export function cardInside(
  root: string,
  path: string,
): { readonly absolute: string; readonly relative: string } {
  const absolute = realPath(resolve(root, path))
  const below = relative(realpathSync(root), absolute)
  if (below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below))
    throw new CardError('CARD_OUTSIDE', path, `it lies outside the project ${root}; name a card inside it.`)
  return { absolute, relative: below }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}
