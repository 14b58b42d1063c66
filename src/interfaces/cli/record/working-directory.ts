import { statSync } from 'node:fs'
import { MaydayError } from '../../../errors.ts'

/** The character that Node puts in place of bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD'

/**
 * Refuses a folder whose name is not UTF-8. Node decodes such a name to a different one, so files would be created in
 * a different folder than the user's.
 */
export function refuseUnreadableNames(env: Readonly<Record<string, string | undefined>>): void {
  const { MAYDAY_DIR: named } = env
  if (named?.includes(REPLACEMENT) === true) throw unreadable('MAYDAY_DIR names a folder whose name')
  const here = nameOfHere()
  if (here?.includes(REPLACEMENT) === true && !isHere(here))
    throw unreadable('The name of the working directory')
}

const unreadable = (what: string): MaydayError =>
  new MaydayError('FOLDER_NAME', `${what} is not valid UTF-8, so nothing can be done in it. Rename it first.`)

/** Null if it was deleted. Not every command needs it, and those that do report it. */
function nameOfHere(): string | null {
  try {
    return process.cwd()
  } catch {
    // `explainMissing` reports it if a command needs the folder.
    return null
  }
}

function isHere(name: string): boolean {
  const here = statSync('.')
  const found = statSync(name, { throwIfNoEntry: false })
  return found !== undefined && found.dev === here.dev && found.ino === here.ino
}

/** Turns the error about a deleted working directory into one sentence. Other errors stay unchanged. */
export function explainMissing(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'uv_cwd') return error
  const message = 'The working directory does not exist any more. Change to one that does, e.g.: cd ~'
  return new MaydayError('FOLDER_GONE', message, { cause: error })
}
