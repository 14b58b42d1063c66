/** The paths of a run's files, or the cause why they are missing. */
import { statSync } from 'node:fs'
import * as v from 'valibot'
import { isLive, type RunRecord } from '../record/run.ts'
import { count, type Shape } from '../record/schema.ts'
import type { RunFolder } from '../supervision/run-folder.ts'
import { described } from './view.ts'

export const runFilesSchema = v.object({
  log: v.nullable(v.object({ path: v.string(), size: count })),
  noLog: described(v.nullable(v.string()), 'why there is no log, in a sentence'),
  result: v.nullable(v.object({ path: v.string() })),
})

/** The folder is null if it is not on this machine; `node` has it then, in a fleet. */
export function runFiles(
  run: RunRecord,
  folder: RunFolder | null,
  node: string | null,
): Shape<typeof runFilesSchema> {
  const size = logSize(folder)
  const elsewhere = node === null ? null : `Its log is on node ${node}: mayday logs ${run.run}`
  return {
    log: size === null || folder === null ? null : { path: folder.log, size },
    noLog: size === null ? (elsewhere ?? noLogWords(run)) : null,
    result: folder === null || folder.result() === null ? null : { path: folder.file('result.json') },
  }
}

export function logSize(folder: RunFolder | null): number | null {
  const found = folder === null ? undefined : statSync(folder.log, { throwIfNoEntry: false })
  return found === undefined || !found.isFile() ? null : found.size
}

export function noLogWords(run: RunRecord): string {
  const { run: number, origin, rejection } = run
  if (origin !== 'mayday') return `Run ${number} was imported from ${origin}; its log is not here.`
  if (isLive(run)) return `Run ${number} has no log yet: its command is being started.`
  if (rejection !== null) return `Run ${number} has no log: its command was not started (${rejection}).`
  return `Run ${number} has no log any more: its file is not there. What is known of the run is kept.`
}
