/**
 * Selects run folders to remove, and removes them.
 *
 * G1 A folder is removed only if its run has ended. A folder that the database does not know is removed only on
 * request, and never while its files still change.
 * G2 A run that ended within the last hour is never removed because of size alone: a person may be reading it.
 * G3 The rows in the database stay: history does not depend on files.
 */
import { lstatSync, rmdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Project } from '../record/project.ts'
import { isLive } from '../record/run.ts'
import type { Store } from '../record/store.ts'
import type { Retention } from './default-retention.ts'
import { logPathFor, RunFolder } from './run-folder.ts'
import { dayFolders, entriesOf, findRunFolders, type FolderPlace } from './run-folders.ts'
import { DAY_MS, HOUR_MS } from '../record/duration.ts'

/** The folder of a run on disk. */
export type KeptFolder = FolderPlace & {
  readonly bytes: number
  /** Null if the database does not know it. */
  readonly run: number | null
  readonly isLive: boolean
  /** When its run ended; for an unknown run, when one of its files last changed. */
  readonly endedAt: string
}

export const leavingReasons = ['age', 'size', 'orphan'] as const

export type Leaving = KeptFolder & { readonly why: (typeof leavingReasons)[number] }

/** The facts about a run: its number, whether it is live, and when it ended. */
export type KnownRun = Pick<KeptFolder, 'run' | 'isLive'> & { readonly endedAt: string | null }

/** The run of a folder according to the database; null if it is unknown. */
export const knownTo =
  (store: Store | null) =>
  ({ runId }: FolderPlace): KnownRun | null => {
    const record = store?.find(runId) ?? null
    return record === null ? null : { run: record.run, isLive: isLive(record), endedAt: record.endedAt }
  }

/**
 * The same facts from its files, for a full disk, on which no database can be opened. A run without a result is live.
 */
export function knownByItsFiles({ path }: FolderPlace): KnownRun {
  const result = new RunFolder(path).result()
  return { run: result?.run ?? 0, isLive: result === null, endedAt: result?.endedAt ?? null }
}

/** All run folders of a project. The run that ended first comes first. `at` is called before each folder. */
export function listFolders(
  project: Project,
  known: (place: FolderPlace) => KnownRun | null,
  at: (done: number, total: number) => void = () => undefined,
): readonly KeptFolder[] {
  const places = findRunFolders(project)
  return places
    .map((place, index) => {
      at(index, places.length)
      return describe(place, known(place))
    })
    .toSorted((a, b) => (a.endedAt < b.endedAt ? -1 : a.endedAt > b.endedAt ? 1 : 0))
}

function describe(place: FolderPlace, known: KnownRun | null): KeptFolder {
  const { bytes, changedMs } = measure(place.path)
  return {
    ...place,
    bytes,
    run: known?.run ?? null,
    isLive: known?.isLive ?? false,
    endedAt: known?.endedAt ?? new Date(changedMs).toISOString(),
  }
}

function measure(path: string): { readonly bytes: number; readonly changedMs: number } {
  let bytes = 0
  let changedMs = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  for (const entry of entriesOf(path)) {
    const found = entry.isDirectory() ? measure(join(path, entry.name)) : sizeOf(join(path, entry.name))
    bytes += found.bytes
    changedMs = Math.max(changedMs, found.changedMs)
  }
  return { bytes, changedMs }
}

function sizeOf(path: string): { readonly bytes: number; readonly changedMs: number } {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return { bytes: found?.size ?? 0, changedMs: found?.mtimeMs ?? 0 }
}

/** The folders to remove, oldest first: first by age, then by size. */
export function planRetention(
  folders: readonly KeptFolder[],
  retention: Retention,
  nowMs: number,
): readonly Leaving[] {
  const leaving = new Map<string, Leaving>()
  for (const folder of folders) {
    const why = whyByAge(folder, retention, nowMs)
    if (why !== null) leaving.set(folder.path, { ...folder, why })
  }
  let left = 0
  for (const { path, bytes } of folders) if (!leaving.has(path)) left += bytes
  for (const folder of folders) {
    if (left <= (retention.keepBytes ?? Infinity)) break
    if (leaving.has(folder.path) || !mayGoForSize(folder, nowMs)) continue
    leaving.set(folder.path, { ...folder, why: 'size' })
    left -= folder.bytes
  }
  return folders.flatMap(({ path }) => leaving.get(path) ?? [])
}

/** G1. */
function whyByAge(
  { run, isLive: live, endedAt }: KeptFolder,
  { olderThanMs, orphans }: Retention,
  nowMs: number,
): 'age' | 'orphan' | null {
  const ageMs = nowMs - Date.parse(endedAt)
  if (run === null) return orphans && ageMs > Math.max(HOUR_MS, olderThanMs ?? 0) ? 'orphan' : null
  return !live && olderThanMs !== null && ageMs > olderThanMs ? 'age' : null
}

/** G2. */
const mayGoForSize = ({ run, isLive: live, endedAt }: KeptFolder, nowMs: number): boolean =>
  run !== null && !live && nowMs - Date.parse(endedAt) > HOUR_MS

/** Removes a folder with its content; returns a sentence if that failed. */
export function removeFolder({ path }: KeptFolder): string | null {
  try {
    rmSync(path, { recursive: true, force: true })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What crashes left behind: partial writes, and days without a run. Relative to the record. */
export function findLitter(project: Project, now: Date): readonly string[] {
  const { record } = project
  const today = logPathFor('', now).slice(-8)
  const empty = dayFolders(project)
    .filter((day) => day < today && entriesOf(join(record, 'logs', day)).length === 0)
    .map((day) => join('logs', day))
  const torn = [record, ...findRunFolders(project).map(({ path }) => path)].flatMap((folder) =>
    entriesOf(folder)
      .filter((entry) => entry.isFile() && /\.(?:tmp|part)$/.test(entry.name))
      .map((entry) => join(folder, entry.name))
      .filter((path) => now.getTime() - sizeOf(path).changedMs > DAY_MS)
      .map((path) => relative(record, path)),
  )
  return [...torn, ...empty]
}

export function removeLitter({ record }: Project, litter: readonly string[]): void {
  for (const path of litter) {
    try {
      if (lstatSync(join(record, path)).isDirectory()) rmdirSync(join(record, path))
      else rmSync(join(record, path), { force: true })
    } catch {
      // The folder is in use again or already gone. Nothing is lost.
    }
  }
}

const PAGE = 1000

/** Runs that ended before an instant and have no folder any more. */
export function* runsWithoutFolder(
  store: Store,
  { endedBefore, folders }: { readonly endedBefore: string; readonly folders: readonly KeptFolder[] },
): Generator<string> {
  const kept = new Set(folders.map(({ runId }) => runId))
  let before: number | undefined
  for (;;) {
    const page = store.history({
      limit: PAGE,
      untilAt: endedBefore,
      ...(before === undefined ? {} : { before }),
    })
    for (const run of page)
      if (run.origin === 'mayday' && (run.endedAt ?? endedBefore) < endedBefore && !kept.has(run.runId))
        yield run.runId
    before = page.at(-1)?.run
    if (page.length < PAGE) return
  }
}
