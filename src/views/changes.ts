/** What a run changed: its files, and the lines of each. */
import * as v from 'valibot'
import type { RunRecord } from '../record/run.ts'
import { filesLeftBy } from '../record/run-result.ts'
import { count, moment, type Shape } from '../record/schema.ts'
import type { PlanRecord } from '../record/task-story.ts'
import { fileChanges } from '../supervision/changes/file-changes.ts'
import type { ChangesOfRun, FilePatch } from '../scheduling/changes-of-run.ts'
import { parsePatch, patchLineSchema } from './patch-lines.ts'
import { formats } from './formats.ts'
import { described } from './view.ts'

const changedFileSchema = v.object({
  path: described(v.string(), 'relative to the top of the work tree'),
  oldPath: described(v.nullable(v.string()), 'before it was renamed'),
  change: v.picklist(fileChanges),
  added: described(v.nullable(count), 'lines; null if the file is binary'),
  removed: described(v.nullable(count), 'lines; null if the file is binary'),
  oldMode: v.nullable(v.string()),
  newMode: v.nullable(v.string()),
})

const against = v.union([v.picklist(['before', 'start']), count])

export const changesSchema = v.object({
  format: v.literal(formats.changes),
  run: count,
  against: described(
    against,
    'what it is compared with: the run’s start, the start of its task, or the end of a run',
  ),
  files: described(v.array(changedFileSchema), 'only files that the run changed'),
  added: described(count, 'lines in all files'),
  removed: count,
  leftOut: described(
    count,
    'files that differ too, but that the run did not change: Mayday’s own writes, and the work of others',
  ),
  unkept: described(
    v.array(v.string()),
    'files that the run changed and whose content was not kept or does not differ',
  ),
  omitted: described(count, 'files that are not listed, because there are too many'),
  why: described(v.nullable(v.string()), 'why there is nothing to compare, in a sentence'),
  rolledBackAt: described(v.nullable(moment), 'when Mayday undid the changes of this run'),
})

export type Changes = Shape<typeof changesSchema>

export const diffSchema = v.object({
  format: v.literal(formats.diff),
  run: count,
  against,
  file: changedFileSchema,
  lines: described(v.array(patchLineSchema), 'empty if the file is binary'),
  isCut: described(v.boolean(), 'there are more lines'),
})

export type FileDiff = Shape<typeof diffSchema>

/** A list that a person can use, and a page can draw. */
const MOST_FILES = 10_000

export function changesOf({ run, against: other, diff, why, plans, others }: ChangesOfRun): Changes {
  const ours = new Set([run, ...others].flatMap(filesLeftBy))
  const files = (diff ?? []).filter(({ path, oldPath }) => ours.has(path) || ours.has(oldPath ?? path))
  const found = new Set(files.flatMap(({ path, oldPath }) => [path, oldPath ?? path]))
  const sum = (part: 'added' | 'removed'): number => files.reduce((all, file) => all + (file[part] ?? 0), 0)
  return {
    format: formats.changes,
    run: run.run,
    against: other,
    files: files.slice(0, MOST_FILES),
    added: sum('added'),
    removed: sum('removed'),
    leftOut: (diff?.length ?? 0) - files.length,
    unkept: filesLeftBy(run)
      .filter((path) => !found.has(path))
      .slice(0, MOST_FILES),
    omitted: Math.max(0, files.length - MOST_FILES),
    why,
    rolledBackAt: rolledBackAt(run, plans),
  }
}

const rolledBackAt = ({ run }: RunRecord, plans: readonly PlanRecord[]): string | null =>
  plans.find((plan) => plan.run === run && plan.kind === 'rollback' && plan.state === 'done')?.at ?? null

export const fileDiffOf = (
  { run, against: other }: Pick<Changes, 'run' | 'against'>,
  { file, patch }: FilePatch,
): FileDiff => {
  const { lines, isCut } = parsePatch(patch.text)
  return { format: formats.diff, run, against: other, file, lines, isCut: isCut || patch.isCut }
}
