/**
 * Lists the records in the state folder: to find the record of a project that was moved, and to name those whose
 * project is gone.
 */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { readPlainText } from './plain-file.ts'
import type { Project } from './project.ts'
import { parseJson, type Shape } from './schema.ts'
import { OWNER_FILE, readFirstCommit } from './record-owner.ts'

export const ownerSchema = v.object({
  format: v.literal('mayday.project/1'),
  root: v.string(),
  /** The oldest commit without a parent; null outside of git and in a repository without commits. */
  firstCommit: v.nullable(v.string()),
})

export type RecordOwner = Shape<typeof ownerSchema>

/** A record in the state folder. */
export type FoundRecord = RecordOwner & { readonly path: string; readonly isGone: boolean }

/** All records except this project's, each with its project. */
export function otherRecords({ record }: Project): readonly FoundRecord[] {
  const home = dirname(record)
  return namesIn(home)
    .filter((name) => name !== basename(record))
    .flatMap((name) => readRecord(join(home, name)) ?? [])
}

function readRecord(path: string): FoundRecord | null {
  // Null: not a record, or one that was never used.
  const owner = parseJson(ownerSchema, ownerIn(path))
  return owner === null ? null : { ...owner, path, isGone: !existsSync(owner.root) }
}

function ownerIn(path: string): string {
  try {
    return readPlainText(join(path, OWNER_FILE)) ?? ''
  } catch {
    // It cannot be read. The command that uses that record reports it.
    return ''
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder does not exist yet or cannot be read. Opening the project's record reports that.
    return []
  }
}

/**
 * Records that this project may have had under another path: their
 * folder is gone, and their history has the same first commit.
 */
export async function findFormer(project: Project): Promise<readonly FoundRecord[]> {
  const gone = otherRecords(project).filter(({ isGone, firstCommit }) => isGone && firstCommit !== null)
  if (gone.length === 0) return []
  const own = await readFirstCommit(project.root)
  return own === null ? [] : gone.filter(({ firstCommit }) => firstCommit === own)
}
