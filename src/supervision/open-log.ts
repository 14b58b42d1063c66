import { openPlain } from '../record/plain-file.ts'
import { codeOf } from '../record/replace-file.ts'

/**
 * Opens a log for reading; null where there is none any more, or something else in its place: a worker can put a link
 * or a pipe there, which must be neither followed nor waited for.
 */
export function openLog(path: string): number | null {
  try {
    return openPlain(path)
  } catch (error) {
    if (['EMFILE', 'ENFILE'].includes(codeOf(error))) throw error
    // Cleaned away, not made yet, or not ours to read: the caller knows which.
    return null
  }
}
