import { MaydayError } from '../../../errors.ts'
import type { ArchiveSettings } from '../../../fleet/archive/archive-settings.ts'
import { Archive } from '../../../fleet/archive/archive.ts'
import { Archiver } from '../../../fleet/archive/archiver.ts'
import { defaultLogSettings } from '../../../fleet/log-place.ts'
import type { Member } from '../../../fleet/member.ts'
import type { Fleet } from '../../../fleet/port.ts'
import { FleetUnreachableError } from '../../../fleet/postgres/database.ts'
import { isLive } from '../../../record/run.ts'
import { complain } from '../../complain.ts'
import { serveLogs } from '../../node-logs/log-server.ts'
import type { OpenedStore } from '../record/open-store.ts'

type Serving = OpenedStore & { readonly fleet: Fleet }

/** Serves the logs of this node until `holding` ends. If the logs cannot be served, the node works without that. */
export async function announceLogs(
  { node, logs = defaultLogSettings }: Member,
  { fleet, store, project }: Serving,
  holding: AsyncDisposableStack,
): Promise<void> {
  if (logs === null) return fleet.announceLogs(node, null)
  try {
    const server = holding.use(await serveLogs({ fleet, store, project }, logs))
    // After a crash the address stays; readers then say that the node does not answer.
    await fleet.announceLogs(node, server.place)
  } catch (error) {
    if (!(error instanceof MaydayError) || error instanceof FleetUnreachableError) throw error
    complain(error.message)
    await fleet.announceLogs(node, null)
  }
}

/** After a crash, or without the database, the other nodes notice it after a lease. */
export async function stopOn({ node }: Member, fleet: Fleet): Promise<void> {
  try {
    await fleet.stopOn(node)
  } catch (error) {
    if (!(error instanceof FleetUnreachableError)) throw error
  }
}

/**
 * Copies the logs of ended runs to `logs.archive`, until `holding` ends. Returns a function to call when a run has
 * ended.
 */
export function archiveLogs(
  settings: ArchiveSettings,
  { store, project }: OpenedStore,
  holding: AsyncDisposableStack,
): (task: number) => void {
  const archive = Archive.open(settings, process.env)
  if (archive === null) return () => undefined
  const archiver = holding.use(new Archiver({ archive, store, project, complain }))
  return (task) => {
    const run = store.runsOf(task).at(-1)
    if (run !== undefined && !isLive(run)) archiver.add(run.runId)
  }
}
