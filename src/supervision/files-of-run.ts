import { join } from 'node:path'
import { isLocatedLog } from '../record/importers/locate-log.ts'
import type { Project } from '../record/project.ts'
import type { RunRecord } from '../record/run.ts'
import { RunFolder } from './run-folder.ts'

/** The folder of an imported log. It has no other files of Mayday, and the log was never masked. */
class ForeignFolder extends RunFolder {
  override get log(): string {
    return this.path
  }

  override environment(): null {
    return null
  }

  override result(): null {
    return null
  }

  override events(): readonly [] {
    return []
  }
}

/** The files of a run; null if it was imported and its log is missing or was replaced. */
export function filesOfRun(
  { origin, logPath }: Pick<RunRecord, 'origin' | 'logPath'>,
  { record }: Pick<Project, 'record'>,
): RunFolder | null {
  if (origin === 'mayday') return new RunFolder(join(record, logPath))
  return isLocatedLog(logPath) ? new ForeignFolder(logPath) : null
}
