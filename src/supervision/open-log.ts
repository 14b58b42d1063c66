import { openPlain } from '../record/plain-file.ts'
import { codeOf } from '../record/replace-file.ts'

/**
 * Opens a log for reading; null if it is gone or replaced. A worker can put a link or a pipe in its place, which must
 * not be followed or waited for.
 */
export function openLog(path: string): number | null {
  try {
    return openPlain(path)
  } catch (error) {
    if (['EMFILE', 'ENFILE'].includes(codeOf(error))) throw error
    // The log was cleaned up, is not made yet, or is not readable. The caller knows which.
    return null
  }
}
