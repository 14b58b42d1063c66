/**
 * Lets a moved project take over the record of its old path.
 *
 * T1 Only the record of a project whose folder no longer exists is taken. T2 No record is taken while one of its
 * workers may still run, because the worker's wrapper writes into the old folder. T3 An existing record is replaced
 * only if it is empty, as a failed command leaves it.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { MaydayError } from '../../../errors.ts'
import { otherRecords, type FoundRecord } from '../../../record/find-records.ts'
import type { Project } from '../../../record/project.ts'
import { checkRecordFolder } from '../../../record/record-folder.ts'
import { isEmptyRecord } from '../../../record/empty-record.ts'
import { writeOwner } from '../../../record/record-owner.ts'
import { runGit } from '../../../record/run-git.ts'
import { Store, storePath } from '../../../record/store.ts'

/** `old` is the name of a record, its path, or the path that the project had. */
export async function takeRecord(old: string, project: Project): Promise<void> {
  const found = findOld(old, project)
  refuseUnsafe(found, project)
  rmSync(project.record, { recursive: true, force: true })
  renameSync(found.path, project.record)
  await writeOwner(project)
  await takeTrees(found, project)
}

function findOld(old: string, project: Project): FoundRecord {
  const records = otherRecords(project)
  const path = resolve(old)
  const found = records.find((one) => basename(one.path) === old || one.path === path || one.root === path)
  if (found !== undefined) return found
  const gone = records.filter(({ isGone }) => isGone).map((one) => basename(one.path))
  throw refused(
    `There is no record named '${old}'. ${gone.length === 0 ? 'No record belongs to a folder that is gone.' : `Records whose project is gone: ${gone.join(', ')}.`}`,
  )
}

/** T1 to T3. */
function refuseUnsafe(found: FoundRecord, { root, record }: Project): void {
  if (!found.isGone)
    throw refused(`${found.path} belongs to ${found.root}, which is still there. Nothing was changed.`)
  if (existsSync(record) && !isEmptyRecord(record))
    throw refused(`${root} already has a record (${record}). Move that folder away first, then try again.`)
  checkRecordFolder(found.path)
  if (!existsSync(storePath(found.path))) return
  using store = Store.open(found.path)
  const [live] = store.unfinished()
  if (live !== undefined)
    throw refused(
      `Run ${live.run} of ${found.root} is not finished. End it first: MAYDAY_DIR=${found.root} mayday cancel ${live.run}`,
    )
}

/** Git stores absolute paths of its work trees, so they must be repaired. */
async function takeTrees(found: FoundRecord, { root, trees }: Project): Promise<void> {
  const old = join(dirname(trees), basename(found.path))
  if (!existsSync(old) || existsSync(trees)) return
  renameSync(old, trees)
  await runGit(['worktree', 'repair', ...readdirSync(trees).map((name) => join(trees, name))], root)
}

const refused = (message: string): MaydayError => new MaydayError('RECORD_NOT_TAKEN', message)
