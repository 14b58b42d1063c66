import { existsSync, readdirSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '../record/project.ts'

/** The place of a run's files. */
export type FolderPlace = {
  readonly runId: string
  readonly path: string
  /** Relative to the record. */
  readonly logPath: string
}

const DAY = /^\d{8}$/
const RUN_ID = /^[\da-f]{8}-[\da-f-]{27}$/

/** All run folders of a project by name, oldest day first, from `fromDay` on. Links are not followed. */
export function findRunFolders(project: Project, fromDay = ''): readonly FolderPlace[] {
  return dayFolders(project)
    .filter((day) => day >= fromDay)
    .flatMap((day) =>
      foldersIn(join(project.record, 'logs', day), RUN_ID).map((runId) => ({
        runId,
        path: join(project.record, 'logs', day, runId),
        logPath: join('logs', day, runId),
      })),
    )
}

export const dayFolders = ({ record }: Project): readonly string[] =>
  foldersIn(join(record, 'logs'), DAY).toSorted()

const foldersIn = (path: string, name: RegExp): string[] =>
  entriesOf(path).flatMap((entry) => (entry.isDirectory() && name.test(entry.name) ? [entry.name] : []))

/** A folder that is gone is empty. */
export function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** The folder of a run, relative to the record; null if it has none. */
export function findRunFolder(runId: string, project: Project): string | null {
  const day = dayFolders(project).find((one) => existsSync(join(project.record, 'logs', one, runId)))
  return day === undefined ? null : join('logs', day, runId)
}
