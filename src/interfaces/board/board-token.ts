import { randomBytes } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { clearWay, readPlainText } from '../../record/plain-file.ts'
import type { Project } from '../../record/project.ts'
import { prepareRecordFolder } from '../../record/record-folder.ts'
import { writeWhole } from '../../record/write-whole.ts'

const TOKEN = /^[\w-]{43}$/
/** Others may neither read nor write it. */
const OTHERS = 0o077

/** The token of a project's board: the same after a restart, so that open pages go on. */
export function boardToken({ record }: Project): string {
  prepareRecordFolder(record)
  const path = join(record, 'board-token')
  const kept = keptToken(path)
  if (kept !== null) return kept
  const token = randomBytes(32).toString('base64url')
  clearWay(path)
  writeWhole(path, `${token}\n`)
  return token
}

/** One that somebody else could have read or put there is not used any more. */
function keptToken(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || !found.isFile() || (found.mode & OTHERS) !== 0) return null
  const token = readPlainText(path)?.trim() ?? ''
  return TOKEN.test(token) ? token : null
}
