import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isSessionId } from '../signals/session-id.ts'

/** Somebody may have years of sessions; the newest are looked through first. */
const MOST_FOLDERS = 1000

/** The file of a session below an agent's own folder; null where there is none. `*` in the path is any name. */
export function findTranscript(home: string, path: string, sessionId: string): string | null {
  if (!isSessionId(sessionId)) return null
  const words = path.split('/').map((word) => word.replace('{session}', sessionId))
  return search(home, words, { left: MOST_FOLDERS })
}

function search(folder: string, words: readonly string[], budget: { left: number }): string | null {
  const [word = '', ...rest] = words
  for (const name of word.includes('*') ? matching(folder, word, budget) : [word]) {
    const path = join(folder, name)
    const found = rest.length > 0 ? search(path, rest, budget) : isFile(path) ? path : null
    if (found !== null) return found
  }
  return null
}

function matching(folder: string, word: string, budget: { left: number }): readonly string[] {
  if (budget.left <= 0) return []
  budget.left -= 1
  const [before = '', after = ''] = word.split('*')
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(before) && name.endsWith(after))
      .toSorted()
      .toReversed()
  } catch {
    // No such folder, or none that may be read: then there is no transcript in it.
    return []
  }
}

/** Whether a file lies below a folder, whatever links lead there. */
export function staysIn(folder: string, path: string): boolean {
  try {
    return realpathSync(path).startsWith(`${realpathSync(folder)}/`)
  } catch {
    // One of them is gone, and then there is nothing to read.
    return false
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
