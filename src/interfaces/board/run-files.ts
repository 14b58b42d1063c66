import { statSync } from 'node:fs'
import { MaydayError } from '../../errors.ts'
import { isLive, type RunRecord } from '../../record/run.ts'
import { UnknownRunError } from '../../record/store-errors.ts'
import { filesOfRun } from '../../supervision/files-of-run.ts'
import type { RunFolder } from '../../supervision/run-folder.ts'
import { RequestError } from './answer.ts'
import type { BoardContext } from './context.ts'

const RUN = /^(?:\d{1,15}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** The run that an address names by its number or id. */
export function findRun(word: string, { store }: Pick<BoardContext, 'store'>): RunRecord {
  if (!RUN.test(word)) throw new RequestError(400, 'ADDRESS', 'A run is named by its number or its id.')
  const run = store.find(word)
  if (run === null) throw new UnknownRunError(`There is no run ${word}.`)
  return run
}

/** Its files; null where they are not here. */
export const folderOf = (run: RunRecord, { project }: Pick<BoardContext, 'project'>): RunFolder | null =>
  filesOfRun(run, project)

export function logSize(folder: RunFolder | null): number | null {
  const found = folder === null ? undefined : statSync(folder.log, { throwIfNoEntry: false })
  return found === undefined || !found.isFile() ? null : found.size
}

/** Why a run has no log. */
export function noLogWords(run: RunRecord): string {
  const { run: number, origin, rejection } = run
  if (origin !== 'mayday') return `Run ${number} was imported from ${origin}; its log is not here.`
  if (isLive(run)) return `Run ${number} has no log yet: its command is being started.`
  if (rejection !== null) return `Run ${number} has no log: its command was not started (${rejection}).`
  return `Run ${number} has no log any more: its file is not there. What is known of the run is kept.`
}

export class LogGoneError extends MaydayError {
  constructor(run: RunRecord) {
    super(isLive(run) ? 'NO_LOG_YET' : 'LOG_GONE', noLogWords(run))
  }
}
