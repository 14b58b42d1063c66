import { randomBytes } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { clearWay, readPlainText } from '../../record/plain-file.ts'
import type { Project } from '../../record/project.ts'
import { prepareRecordFolder } from '../../record/record-folder.ts'
import { writeWhole } from '../../record/write-whole.ts'

const TOKEN = /^[\w-]{43}$/
/** Only the owner may read and write the file. */
const OTHERS = 0o077

/** The token of a project's board. It survives a restart, so open pages continue to work. */
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

/** A token that another user could have read or written is discarded. */
function keptToken(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || !found.isFile() || (found.mode & OTHERS) !== 0) return null
  const token = readPlainText(path)?.trim() ?? ''
  return TOKEN.test(token) ? token : null
}
