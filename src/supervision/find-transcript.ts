import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isSessionId } from '../signals/session-id.ts'

/** There may be sessions of several years. The newest are searched first. */
const MOST_FOLDERS = 1000

/** The file of a session below an agent's own folder; null if there is none. `*` in the path is any name. */
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
    // The folder is missing or unreadable, so it has no transcript.
    return []
  }
}

/** Whether a file is below a folder after all links are resolved. */
export function staysIn(folder: string, path: string): boolean {
  try {
    return realpathSync(path).startsWith(`${realpathSync(folder)}/`)
  } catch {
    // One of them is gone, so there is nothing to read.
    return false
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
