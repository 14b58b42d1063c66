import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { codeOf } from '../record/replace-file.ts'

/**
 * Opens a log for reading; null where there is none any more, or something else in its place: a worker can put a link
 * or a pipe there, which must be neither followed nor waited for.
 */
export function openLog(path: string): number | null {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (['EMFILE', 'ENFILE'].includes(codeOf(error))) throw error
    // Cleaned away, not made yet, or not ours to read: the caller knows which.
    return null
  }
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  return null
}
