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
import { told } from './view.ts'

const changedFileSchema = v.object({
  path: told(v.string(), 'relative to the top of the work tree'),
  oldPath: told(v.nullable(v.string()), 'before it was renamed'),
  change: v.picklist(fileChanges),
  added: told(v.nullable(count), 'lines; null if the file is binary'),
  removed: told(v.nullable(count), 'lines; null if the file is binary'),
  oldMode: v.nullable(v.string()),
  newMode: v.nullable(v.string()),
})

const against = v.union([v.picklist(['before', 'start']), count])

export const changesSchema = v.object({
  format: v.literal(formats.changes),
  run: count,
  against: told(
    against,
    'what it is compared with: the run’s start, the start of its task, or the end of a run',
  ),
  files: told(v.array(changedFileSchema), 'only files that the run changed'),
  added: told(count, 'lines in all files'),
  removed: count,
  leftOut: told(
    count,
    'files that differ too, but that the run did not change: Mayday’s own writes, and the work of others',
  ),
  unkept: told(
    v.array(v.string()),
    'files that the run changed and whose content was not kept or does not differ',
  ),
  omitted: told(count, 'files that are not listed, because there are too many'),
  why: told(v.nullable(v.string()), 'why there is nothing to compare, in a sentence'),
  rolledBackAt: told(v.nullable(moment), 'when Mayday undid the changes of this run'),
})

export type Changes = Shape<typeof changesSchema>

export const diffSchema = v.object({
  format: v.literal(formats.diff),
  run: count,
  against,
  file: changedFileSchema,
  lines: told(v.array(patchLineSchema), 'empty if the file is binary'),
  isCut: told(v.boolean(), 'there are more lines'),
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
