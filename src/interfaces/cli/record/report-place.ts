/** Prints once on standard error what the user must know about the place of a project's record. */
import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MaydayError } from '../../../errors.ts'
import type { Project } from '../../../record/project.ts'
import { looksEmpty } from '../../../record/looks-empty.ts'
import { hasOwner } from '../../../record/record-owner.ts'
import { complain } from '../../complain.ts'

export async function reportPlace(project: Project): Promise<void> {
  reportIgnoredFolder(project)
  const isKnown = hasOwner(project)
  if (isKnown && !looksEmpty(project.record)) return
  const { findFormer } = await import('../../../record/find-records.ts')
  const former = await findFormer(project)
  if (former.length === 0 || (isKnown && !(await isEmpty(project)))) return
  for (const { root, path } of former)
    complain(
      `This project may have moved here from ${root}, which is gone; both begin with the same commit. To take over its record: mayday where --take ${basename(path)}`,
    )
}

/** An unreadable record is not empty. Opening it gives the error. */
async function isEmpty({ record }: Project): Promise<boolean> {
  const { isEmptyRecord } = await import('../../../record/empty-record.ts')
  try {
    return isEmptyRecord(record)
  } catch (error) {
    if (error instanceof MaydayError) return false
    throw error
  }
}

/** A `.mayday` folder in a work tree may come from another user. It is never opened. */
function reportIgnoredFolder({ root, record }: Project): void {
  const folder = join(root, '.mayday')
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return
  const told = join(dirname(record), 'told', basename(record))
  if (existsSync(told)) return
  complain(`${folder} is ignored. Mayday keeps its record in ${record}.`)
  try {
    mkdirSync(dirname(told), { recursive: true, mode: 0o700 })
    writeFileSync(told, '', { mode: 0o600, flag: 'wx' })
  } catch {
    // Without a writable state folder the sentence is printed again next time.
  }
}
