/** The records in the state folder, to find one again whose project was moved and to name those whose project is gone. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { readPlainText } from './plain-file.ts'
import type { Project } from './project.ts'
import { OWNER_FILE, readFirstCommit } from './record-owner.ts'

export type RecordOwner = {
  readonly format: 'mayday.project/1'
  readonly root: string
  /** The oldest commit without a parent; null outside of git and in a repository without a commit. */
  readonly firstCommit: string | null
}

const ownerSchema: v.GenericSchema<unknown, RecordOwner> = v.object({
  format: v.literal('mayday.project/1'),
  root: v.string(),
  firstCommit: v.nullable(v.string()),
})

/** A record in the state folder. */
export type FoundRecord = RecordOwner & { readonly path: string; readonly isGone: boolean }

/** All records beside the one of this project, with the project that each belongs to. */
export function otherRecords({ record }: Project): readonly FoundRecord[] {
  const home = dirname(record)
  return namesIn(home)
    .filter((name) => name !== basename(record))
    .flatMap((name) => readRecord(join(home, name)) ?? [])
}

function readRecord(path: string): FoundRecord | null {
  try {
    const owner = v.safeParse(ownerSchema, JSON.parse(readPlainText(join(path, OWNER_FILE)) ?? ''))
    return owner.success ? { ...owner.output, path, isGone: !existsSync(owner.output.root) } : null
  } catch {
    // Not a record, or one that was never used: nothing points to it.
    return null
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // None was made yet, or it cannot be read: then opening the own record says so.
    return []
  }
}

/** Records that this project may have had under another path: their folder is gone, and their history began alike. */
export async function findFormer(project: Project): Promise<readonly FoundRecord[]> {
  const gone = otherRecords(project).filter(({ isGone, firstCommit }) => isGone && firstCommit !== null)
  if (gone.length === 0) return []
  const own = await readFirstCommit(project.root)
  return own === null ? [] : gone.filter(({ firstCommit }) => firstCommit === own)
}
