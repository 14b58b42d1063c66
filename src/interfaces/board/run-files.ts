import { statSync } from 'node:fs'
import { join } from 'node:path'
import { MaydayError } from '../../errors.ts'
import type { RunRecord } from '../../record/run.ts'
import { UnknownRunError } from '../../record/store-errors.ts'
import { RunFolder } from '../../supervision/run-folder.ts'
import { RequestError } from './answer.ts'
import type { BoardHouse } from './house.ts'

const RUN = /^(?:\d{1,15}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** The run that an address names by its number or id. */
export function findRun(word: string, { store }: Pick<BoardHouse, 'store'>): RunRecord {
  if (!RUN.test(word)) throw new RequestError(400, 'ADDRESS', 'A run is named by its number or its id.')
  const run = store.find(word)
  if (run === null) throw new UnknownRunError(`There is no run ${word}.`)
  return run
}

/** Its files; null where they are not here. */
export function folderOf(run: RunRecord, { project }: Pick<BoardHouse, 'project'>): RunFolder | null {
  return run.origin === 'mayday' ? new RunFolder(join(project.record, run.logPath)) : null
}

export function logSize(folder: RunFolder | null): number | null {
  const found = folder === null ? undefined : statSync(folder.log, { throwIfNoEntry: false })
  return found === undefined || !found.isFile() ? null : found.size
}

export class LogGoneError extends MaydayError {
  constructor({ run, origin }: RunRecord) {
    super(
      'LOG_GONE',
      origin === 'mayday'
        ? `The log of run ${run} was cleaned away; what is known of it is kept.`
        : `Run ${run} was imported from ${origin}; its log is not here.`,
    )
  }
}
