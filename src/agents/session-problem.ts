/** Why a session or a place of sessions could not be read, and what the user can do. The caller names the path. */
import { MaydayError } from '../errors.ts'
import { NotDatabaseError } from '../record/importers/open-foreign.ts'
import { codeOf, NotPlainFileError, TooLargeError } from '../record/plain-file.ts'
import { isBusy, isCorrupt } from '../record/sqlite/sqlite-error.ts'

/** Null for a bug of Mayday, which must not be caught. */
export function problemOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof NotPlainFileError) return `it is ${error.what} and no regular file; move it away`
  if (error instanceof TooLargeError) return 'it is too large; move its older part to another file'
  if (error instanceof NotDatabaseError || 'errcode' in error) return databaseProblem(error)
  // Mayday's errors give the advice of another command. Their causes say what is wrong.
  if (error instanceof MaydayError) return problemOf(error.cause) ?? error.message
  return codeOf(error) === '' ? null : systemProblem(codeOf(error))
}

const OTHER_TABLES = /^no such (?:table|column)/

function databaseProblem(error: Error): string {
  const { message } = error
  if (OTHER_TABLES.test(message))
    return `it has other tables than Mayday knows (${message}); update Mayday, or report the version of the agent`
  if (isBusy(error)) return `its agent is writing it (${message}); try again later`
  if (error instanceof NotDatabaseError || isCorrupt(error))
    return 'it is not an intact SQLite database; if its agent cannot open it either, restore it or move it away'
  return `SQLite cannot read it (${message}); check whether its agent can open it`
}

function systemProblem(code: string): string {
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied; give your user the right to read it'
  if (code === 'ENOENT') return 'it has just been removed'
  return `the system cannot read it (${code}); check the disk`
}
