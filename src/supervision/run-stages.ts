import type { RunRecord } from '../record/run.ts'
import type { RunFolder } from './run-folder.ts'
import { readStory } from './run-story.ts'

/** A byte range of the log; `to` is null if the end is not known yet. */
export type LogRange = { readonly from: number; readonly to: number | null }

/** The stages of an ended run are in its record, those of a live run in its events. */
export function stagesOf(
  run: Pick<RunRecord, 'stages'>,
  folder: RunFolder,
): readonly (LogRange & { readonly stage: string })[] {
  if (run.stages.length > 0) return run.stages
  return readStory(folder.events()).map(({ stage, from, ended }) => ({
    stage,
    from: from.offset,
    to: ended?.to ?? null,
  }))
}
