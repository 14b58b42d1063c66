import { MaydayError } from '../../errors.ts'
import { isLive, type RunRecord } from '../../record/run.ts'
import { UnknownRunError } from '../../record/store-errors.ts'
import { filesOfRun } from '../../supervision/files-of-run.ts'
import type { RunFolder } from '../../supervision/run-folder.ts'
import { noLogWords } from '../../views/run-files.ts'
import { RequestError } from './request-error.ts'
import type { BoardContext } from './context.ts'

const RUN = /^(?:\d{1,15}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** The run that a path names by its number or id. */
export function findRun(word: string, { store }: Pick<BoardContext, 'store'>): RunRecord {
  if (!RUN.test(word)) throw new RequestError(400, 'ADDRESS', 'A run is named by its number or its id.')
  const run = store.find(word)
  if (run === null) throw new UnknownRunError(`There is no run ${word}.`)
  return run
}

/** The folder of the run; null if it is not on this machine. */
export const folderOf = (run: RunRecord, { project }: Pick<BoardContext, 'project'>): RunFolder | null =>
  filesOfRun(run, project)

export class LogGoneError extends MaydayError {
  constructor(run: RunRecord) {
    super(isLive(run) ? 'NO_LOG_YET' : 'LOG_GONE', noLogWords(run))
  }
}
