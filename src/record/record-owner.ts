/** The project that a record belongs to: project.json beside the database. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { outputOf } from './git.ts'
import type { RecordOwner } from './find-records.ts'
import type { Project } from './project.ts'
import { startGit } from './run-git.ts'
import { writeWhole } from './write-whole.ts'

export const OWNER_FILE = 'project.json'

/** Git may need long to walk a very long history. If it exceeds this time, only the path identifies the project. */
const FIRST_COMMIT_WITHIN_MS = 2000

export const hasOwner = ({ record }: Project): boolean => existsSync(join(record, OWNER_FILE))

/** Records which project a record belongs to. The folder of the record must exist. */
export async function writeOwner({ root, record }: Project): Promise<void> {
  const owner: RecordOwner = { format: 'mayday.project/1', root, firstCommit: await readFirstCommit(root) }
  writeWhole(join(record, OWNER_FILE), `${JSON.stringify(owner, null, 2)}\n`, 'unsynced')
}

export async function readFirstCommit(root: string): Promise<string | null> {
  const settings = { timeoutMs: FIRST_COMMIT_WITHIN_MS }
  const child = await startGit(['rev-list', '--max-parents=0', 'HEAD'], root, settings)
  const output = child === null ? null : await outputOf(child)
  return output?.toString().trim().split('\n').at(-1) ?? null
}
