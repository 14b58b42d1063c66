import { knownAgents } from '../../../agents/known-agents.ts'
import type { Config } from '../../../config/config.ts'
import { otherRecords, type FoundRecord } from '../../../record/find-records.ts'
import { findProject, type Project } from '../../../record/project.ts'
import { StoreError } from '../../../record/store-errors.ts'
import type { Store } from '../../../record/store.ts'
import type { OpenedTree } from '../../../scheduling/opened-trees.ts'
import type { OwnTree } from '../../../scheduling/own-trees.ts'
import { defaultRetention, type Retention } from '../../../supervision/default-retention.ts'
import { findLostRuns } from '../../../supervision/lost-runs.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import {
  findLitter,
  knownByItsFiles,
  knownTo,
  listFolders,
  planRetention,
  removeFolder,
  removeLitter,
  runsWithoutFolder,
  type KeptFolder,
  type KnownRun,
  type Leaving,
} from '../../../supervision/retention.ts'
import type { FolderPlace } from '../../../supervision/run-folders.ts'
import type { Answer } from '../answers.ts'
import type { Screen, Terminal } from '../command.ts'
import { exitWith } from '../exit-codes.ts'
import { nothingRecorded, openRecorded, type Closing, type OpenedStore } from '../record/open-store.ts'
import { startProgress } from '../screen/progress.ts'
import { projectConfig } from '../config/project-config.ts'
import { renderClean, renderGone } from './render-clean.ts'
import { complain } from '../../complain.ts'
import type { Maybe, Flags } from '../parse/option.ts'

/** What a cleaning did, or what it would do. */
export type Cleaned = {
  readonly dryRun: boolean
  readonly retention: Retention
  readonly removed: readonly Leaving[]
  /** Folders that could not be deleted. */
  readonly stuck: readonly (Leaving & { readonly problem: string })[]
  readonly freedBytes: number
  readonly kept: { readonly folders: number; readonly bytes: number; readonly unknown: number }
  /** Null if no records were to be deleted. */
  readonly forgotten: number | null
  readonly litter: readonly string[]
  /** Separate work trees of tasks; null if they were not requested. */
  readonly trees: readonly OwnTree[] | null
  /** Copies of the work of runs (`mayday open`); null if they were not requested. */
  readonly opened: readonly OpenedTree[] | null
  /** Records in the state folder whose project no longer exists. They are only listed. */
  readonly gone: readonly FoundRecord[]
}

export type CleanAsked = Maybe<'olderThan' | 'keepBytes', number> &
  Flags<'orphans' | 'trees' | 'forget' | 'dryRun' | 'json'>

export async function runClean(asked: CleanAsked, screen: Screen<Answer<'mayday.clean/1'>>): Promise<number> {
  const { dryRun } = asked
  const retention = retentionOf(asked, await projectConfig())
  using opened = await openForCleaning()
  const { store, project, known } = opened
  const gone = otherRecords(project).filter(({ isGone }) => isGone)
  if (known === null && !asked.json && !retention.orphans) {
    screen.out(nothingRecorded(project) + renderGone(gone))
    return 0
  }
  const now = new Date()
  const folders = foldersOf(opened, screen)
  const planned = planRetention(folders, retention, now.getTime())
  const leaving = withoutLostRuns(planned, { store, project })
  const litter = findLitter(project, now)
  const done = dryRun ? { removed: leaving, stuck: [] } : remove(leaving, screen)
  if (!dryRun) removeLitter(project, findLitter(project, now))
  const removed = new Set(done.removed.map(({ path }) => path))
  const left = folders.filter(({ path }) => !removed.has(path))
  const forgotten =
    asked.forget && store !== null
      ? forget(store, { removed: done.removed, left, retention, dryRun, nowMs: now.getTime() })
      : null
  const trees = asked.trees && store !== null ? await cleanTrees({ store, project }, screen, dryRun) : null
  const copies = asked.trees && store !== null ? await cleanOpened({ store, project }, screen, dryRun) : null
  if (!dryRun) await forgetWork(project.root, done.removed)
  const size = sizes(done.removed, left)
  const cleaned = { ...done, dryRun, retention, forgotten, litter, trees, opened: copies, gone, ...size }
  return screen.answer(
    cleanJson(cleaned),
    () => renderClean(cleaned, { nowMs: now.getTime(), ...screen }),
    exitWith(done.stuck.length === 0 ? 'succeeded' : 'trouble'),
  )
}

function foldersOf({ project, known }: Opened, screen: Terminal): readonly KeptFolder[] {
  using progress = startProgress('reading run folders', screen)
  return listFolders(project, known ?? (() => null), progress.at)
}

/** A restored backup does not contain the newest runs. Their folders alone prevent a second run of the task. */
function withoutLostRuns(
  leaving: readonly Leaving[],
  { store, project }: Pick<Opened, 'store' | 'project'>,
): readonly Leaving[] {
  if (store === null || leaving.every(({ why }) => why !== 'orphan')) return leaving
  const lost = new Set(findLostRuns({ store, project }).map(({ place }) => place.path))
  const kept = leaving.filter(({ why, path }) => why === 'orphan' && lost.has(path)).length
  if (kept === 0) return leaving
  const folders = kept === 1 ? '1 folder of a run' : `${kept} folders of runs`
  complain(
    `${folders} that the database does not know can be imported again, and ${kept === 1 ? 'stays' : 'stay'}. First: mayday recover`,
  )
  return leaving.filter(({ why, path }) => why !== 'orphan' || !lost.has(path))
}

type Opened = {
  readonly store: Store | null
  readonly project: Project
  /** Null if nothing was ever recorded. */
  readonly known: ((place: FolderPlace) => KnownRun | null) | null
}

/** A full disk gives either error, depending on which database file does not fit. */
const FULL_DISK: ReadonlySet<string> = new Set(['STORE_FULL', 'STORE_IO'])

/** On a full disk no database can be opened, and cleaning frees space. So the run folders say which runs have ended. */
async function openForCleaning(): Promise<Closing<Opened>> {
  try {
    const opened = await openRecorded({ ofNode: true })
    return { ...opened, known: opened.store === null ? null : knownTo(opened.store) }
  } catch (error) {
    if (!(error instanceof StoreError) || !FULL_DISK.has(error.code)) throw error
    const project = findProject(process.cwd(), process.env)
    return { store: null, project, known: knownByItsFiles, [Symbol.dispose]: () => undefined }
  }
}

/** Each option works alone. Without any option both limits of the config apply. */
function retentionOf({ olderThan, keepBytes, orphans }: CleanAsked, config: Config): Retention {
  return olderThan === undefined && keepBytes === undefined
    ? { ...defaultRetention, ...config.retention, orphans }
    : { olderThanMs: olderThan ?? null, keepBytes: keepBytes ?? null, orphans }
}

function remove(leaving: readonly Leaving[], screen: Terminal): Pick<Cleaned, 'removed' | 'stuck'> {
  using progress = startProgress('removing folders', screen)
  const told = leaving.map((folder, index) => {
    progress.at(index, leaving.length)
    return { folder, problem: removeFolder(folder) }
  })
  return {
    removed: told.flatMap(({ folder, problem }) => (problem === null ? [folder] : [])),
    stuck: told.flatMap(({ folder, problem }) => (problem === null ? [] : [{ ...folder, problem }])),
  }
}

async function cleanTrees(
  opened: OpenedStore,
  screen: Terminal,
  dryRun: boolean,
): Promise<readonly OwnTree[]> {
  const { readOwnTrees, removeOwnTree } = await import('../../../scheduling/own-trees.ts')
  const context = { ...opened, processes: openProcesses(), knownAgents }
  const trees = await readOwnTrees(context)
  return dryRun ? trees : removeTrees(trees, (tree) => removeOwnTree(tree, context), screen)
}

async function cleanOpened(
  records: OpenedStore,
  screen: Terminal,
  dryRun: boolean,
): Promise<readonly OpenedTree[]> {
  const { readOpenedTrees, removeOpenedTree } = await import('../../../scheduling/opened-trees.ts')
  const trees = await readOpenedTrees(records)
  return dryRun ? trees : removeTrees(trees, (tree) => removeOpenedTree(tree, records), screen)
}

/** Returns all work trees, also those that stay. */
async function removeTrees<T extends OwnTree | OpenedTree>(
  trees: readonly T[],
  removeOne: (tree: T) => T | Promise<T>,
  screen: Terminal,
): Promise<readonly T[]> {
  using progress = startProgress('removing work trees', screen)
  const left: T[] = []
  for (const tree of trees) {
    progress.at(left.length, trees.length)
    left.push(tree.stays === null ? await removeOne(tree) : tree)
  }
  return left
}

/** Deletes the kept work of runs whose folders were deleted. */
async function forgetWork(root: string, removed: readonly Leaving[]): Promise<void> {
  if (removed.length === 0) return
  const { forgetWork: forgetRefs } = await import('../../../supervision/changes/keep-work.ts')
  await forgetRefs(
    root,
    removed.map(({ runId }) => runId),
  )
}

type Forgetting = Pick<Cleaned, 'removed' | 'retention' | 'dryRun'> & {
  readonly left: readonly KeptFolder[]
  readonly nowMs: number
}

/** The runs whose folders were deleted now, and runs of the same age whose folders were deleted earlier. */
function forget(store: Store, { removed, left, retention, dryRun, nowMs }: Forgetting): number {
  const ids = removed.flatMap(({ run, runId }) => (run === null ? [] : [runId]))
  const { olderThanMs } = retention
  if (olderThanMs !== null) {
    const endedBefore = new Date(Math.max(0, nowMs - olderThanMs)).toISOString()
    const folders = [...left, ...removed]
    ids.push(...runsWithoutFolder(store, { endedBefore, folders }))
  }
  return dryRun ? ids.length : store.forget(ids)
}

const sizes = (
  removed: readonly Leaving[],
  left: readonly KeptFolder[],
): Pick<Cleaned, 'freedBytes' | 'kept'> => ({
  freedBytes: bytesOf(removed),
  kept: {
    folders: left.length,
    bytes: bytesOf(left),
    unknown: left.filter(({ run }) => run === null).length,
  },
})

const bytesOf = (folders: readonly KeptFolder[]): number => folders.reduce((sum, { bytes }) => sum + bytes, 0)

const cleanJson = ({ removed, stuck, retention, ...rest }: Cleaned): Answer<'mayday.clean/1'> => {
  const { olderThanMs, keepBytes } = retention
  return {
    olderThanMs,
    keepBytes,
    ...rest,
    removed: removed.map(({ path: _, isLive: _live, ...folder }) => folder),
    stuck: stuck.map(({ path: _, isLive: _live, ...folder }) => folder),
  }
}
