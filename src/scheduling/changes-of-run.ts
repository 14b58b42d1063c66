/** What a run changed, by the states of the work tree that were kept. */
import { MaydayError } from '../errors.ts'
import { rawPath } from '../record/path-name.ts'
import type { Project } from '../record/project.ts'
import type { RunRecord } from '../record/run.ts'
import type { Store } from '../record/store.ts'
import type { PlanRecord } from '../record/task-story.ts'
import { listDiff, readPatch, type DiffedFile, type Patch } from '../supervision/changes/diff-work.ts'
import { findWork, type Against, type FoundWork, type MaybeWork } from '../supervision/changes/find-work.ts'

/** `before`: the start of the run. `start`: the start of its task. A number: the end of that run of the task. */
export type AgainstWord = 'before' | 'start' | number

export type ChangesOfRun = {
  readonly run: RunRecord
  readonly against: AgainstWord
  /** Null if there is nothing to compare. */
  readonly diff: readonly DiffedFile[] | null
  readonly why: string | null
  readonly plans: readonly PlanRecord[]
  /** The other runs whose work is compared. */
  readonly others: readonly RunRecord[]
}

type Records = { readonly store: Store; readonly project: Project }

class ChangesError extends MaydayError {}

export type ChangesAsked = { readonly run: RunRecord; readonly against: AgainstWord }

export async function surveyChanges(asked: ChangesAsked, records: Records): Promise<ChangesOfRun> {
  const { run } = asked
  const work = await workOf(asked, records)
  return {
    ...asked,
    diff: 'why' in work ? null : await listDiff(work.git, work.between),
    why: 'why' in work ? work.why : null,
    plans: records.store.plansOf(run.task),
    others: othersIn(asked, records.store),
  }
}

/** The runs between the two states. */
function othersIn({ run, against }: ChangesAsked, store: Store): readonly RunRecord[] {
  if (against === 'before') return []
  const runs = store.runsOf(run.task)
  return against === 'start'
    ? runs.filter((one) => one.run < run.run)
    : runs.filter((one) => one.run >= Math.min(against, run.run) && one.run <= Math.max(against, run.run))
}

function workOf({ run, against }: ChangesAsked, { store, project }: Records): Promise<MaybeWork> {
  return findWork(run, compared(run, against, store), project)
}

function compared(run: RunRecord, against: AgainstWord, store: Store): Against {
  if (against === 'before') return { kind: 'before' }
  const runs = store.runsOf(run.task)
  const other = against === 'start' ? runs.at(0) : runs.find((one) => one.run === against)
  if (other !== undefined) return { kind: against === 'start' ? 'start' : 'run', run: other }
  const known = runs.map((one) => one.run).join(', ')
  throw new ChangesError('RUN_UNKNOWN', `Task ${run.task} has no run ${against}. Its runs: ${known}.`)
}

/** Both states of a run's work. Throws if they were not kept. */
export async function keptWork(asked: ChangesAsked, records: Records): Promise<FoundWork> {
  const work = await workOf(asked, records)
  if ('why' in work) throw new ChangesError('WORK_UNKNOWN', work.why)
  return work
}

export type FilePatch = { readonly file: DiffedFile; readonly patch: Patch }

export type FileAsked = ChangesAsked & {
  readonly path: string
  readonly context: number
  readonly mostBytes: number
}

export async function surveyFile(asked: FileAsked, records: Records): Promise<FilePatch> {
  const { git, between } = await keptWork(asked, records)
  const { run, path, context, mostBytes } = asked
  const file = (await listDiff(git, between)).find((one) => one.path === path || one.oldPath === path)
  if (file === undefined)
    throw new ChangesError('FILE_UNKNOWN', `${path} did not change. See: mayday diff ${run.run} --stat`)
  const paths = [file.path, ...(file.oldPath === null ? [] : [file.oldPath])].map(rawPath)
  return { file, patch: await readPatch(git, between, { paths, context, mostBytes }) }
}
