import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { realInside } from '../record/inside-project.ts'
import { codeOf, replaceFile, type ReplaceOptions } from '../record/replace-file.ts'
import { CardChangedError, CardError } from './card-error.ts'
import type { Card, CardEdit } from './card.ts'
import { editCard } from './edit-card.ts'
import { parseCard } from './read-card.ts'
import { unreadable } from './unreadable.ts'

export type SaveOptions = ReplaceOptions & {
  /**
   * The project of the card. The card is not written through a link that leads out of it. Default: every link is
   * followed.
   */
  readonly root?: string
}

/**
 * Writes an edit to the file of the card, completely or not at all. A link stays a link. Throws CardChangedError if the
 * file has changed since it was read.
 */
export function saveCard(card: Card, edit: CardEdit, options: SaveOptions = {}): Card {
  const text = editCard(card, edit)
  if (text === card.text) return card
  try {
    const target = options.root === undefined ? realpathSync(card.path) : realInside(options.root, card.path)
    requireWritable(target, card.path)
    const change = { before: Buffer.from(card.text), after: Buffer.from(text) }
    if (!replaceFile(target, change, options)) throw new CardChangedError(card.path)
  } catch (error) {
    throw unwritable(card.path, error)
  }
  return parseCard(card.path, text)
}

/** A rename ignores the mode of the file, and root may write any file. So the mode is checked here. */
function requireWritable(target: string, path: string): void {
  if ((statSync(target).mode & 0o222) === 0)
    throw new CardError('CARD_UNWRITABLE', path, 'the file is read-only; make it writable (chmod u+w).')
  accessSync(target, constants.W_OK)
}

const why: Readonly<Record<string, string>> = {
  EACCES: 'permission denied; check the owner and mode of the file and its folder.',
  EPERM: 'permission denied; check the owner and mode of the file and its folder.',
  EROFS: 'the file system is read-only; make it writable.',
  ENOSPC: 'the disk is full; make room.',
  EDQUOT: 'the disk quota is used up; make room.',
}

function unwritable(path: string, error: unknown): unknown {
  const code = codeOf(error)
  const said = why[code]
  return said === undefined
    ? unreadable(path, error)
    : new CardError('CARD_UNWRITABLE', path, `it cannot be written: ${said}`, { cause: error })
}
