/**
 * Runs whose files exist but which the database does not know: it was lost, or an older backup was restored.
 *
 * B1 They are imported in the order in which they started, under their own numbers if these are free.
 * B2 A run with a result is finished. Any other run stays as its last supervisor left it. The code that ends or
 * adopts orphans continues it.
 */
import type { Project } from '../record/project.ts'
import type { RunResult } from '../record/run-result.ts'
import type { Store } from '../record/store.ts'
import { redact } from '../secrets/secrets.ts'
import { maskRun } from './mask-run.ts'
import { intentOf } from './open-run.ts'
import type { ProcessIdentity } from './processes/processes.ts'
import { dayOf, RunFolder } from './run-folder.ts'
import { findRunFolders, type FolderPlace } from './run-folders.ts'
import type { RunSpec } from './run-spec.ts'

export type LostRun = {
  readonly place: FolderPlace
  readonly folder: RunFolder
  /** At least one of the two is not null. */
  readonly spec: RunSpec | null
  readonly result: RunResult | null
}

/** B1. Folders of earlier days are skipped. */
export function findLostRuns(
  { project, store }: { readonly project: Project; readonly store: Store },
  since: Date | null = null,
): readonly LostRun[] {
  const from = since === null ? '' : dayOf(since)
  return findRunFolders(project, from)
    .filter(({ runId }) => store.find(runId) === null)
    .map((place) => lostIn(place))
    .filter(({ spec, result }) => spec !== null || result !== null)
    .toSorted((a, b) => beganAt(a).localeCompare(beganAt(b)))
}

/** A copy of another run's folder is not imported. */
function lostIn(place: FolderPlace): LostRun {
  const folder = new RunFolder(place.path)
  const [spec, result] = [folder.spec(), folder.result()]
  return {
    place,
    folder,
    spec: spec?.runId === place.runId ? spec : null,
    result: result?.runId === place.runId ? result : null,
  }
}

const beganAt = ({ spec, result }: LostRun): string => spec?.createdAt ?? result?.startedAt ?? ''

/** B2. Returns the run's number; null if another process imported it first. */
export async function takeInRun(
  { place, folder, spec, result }: LostRun,
  store: Store,
): Promise<number | null> {
  if (result !== null) {
    await maskRun(folder)
    const isNew = store.adoptResult({ ...result, logPath: place.logPath }, extraOf(spec))
    return isNew ? (store.find(result.runId)?.run ?? null) : null
  }
  if (spec === null || store.find(spec.runId) !== null) return null
  const found = { ...spec, logPath: place.logPath }
  const supervisor = JSON.stringify(lastSupervisor(found, folder))
  const { run } = store.restore(intentOf(found, supervisor), found, found.kept)
  if (folder.events().some(({ event }) => event === 'stage:started')) store.running(spec.runId)
  return run
}

const extraOf = (spec: RunSpec | null): NonNullable<Parameters<Store['adoptResult']>[1]> =>
  spec === null
    ? {}
    : {
        title: redact(spec.title),
        command: redact(spec.stages.find(({ stage }) => stage === 'agent_run')?.command ?? ''),
        cwd: spec.cwd,
        baseCommit: spec.baseCommit,
        task: spec.task,
        ...(spec.kept === undefined ? {} : { kept: spec.kept }),
      }

/** The last supervisor of the run. It may be alive, and then it still owns the run. */
function lastSupervisor({ starter }: RunSpec, folder: RunFolder): ProcessIdentity {
  const adopted = folder.events().findLast((event) => event.event === 'run:adopted')
  return adopted?.supervisor ?? starter
}
