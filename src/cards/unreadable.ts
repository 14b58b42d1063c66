import { lstatSync } from 'node:fs'
import { codeOf } from '../record/replace-file.ts'
import { CardError } from './card-error.ts'

/**
 * Converts a system error into a CardError that says why a file cannot be read. An unknown error is returned as it is.
 */
export function unreadable(path: string, error: unknown): unknown {
  const options = { cause: error }
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return isLink(path)
        ? new CardError(
            'CARD_MISSING',
            path,
            'this link leads to a file that does not exist; repair or remove it.',
            options,
          )
        : new CardError('CARD_MISSING', path, 'there is no such file; check the path.', options)
    case 'ELOOP':
      return new CardError(
        'CARD_MISSING',
        path,
        'this link leads back to itself; repair or remove it.',
        options,
      )
    case 'EACCES':
    case 'EPERM':
      return new CardError('CARD_UNREADABLE', path, 'permission denied; check its owner and mode.', options)
    default:
      return error
  }
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
