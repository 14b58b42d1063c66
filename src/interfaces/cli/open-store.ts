import { existsSync } from 'node:fs'
import { findProject, type Project } from '../../record/project.ts'
import { prepareRecordFolder } from '../../record/record-folder.ts'
import { hasOwner, writeOwner } from '../../record/record-owner.ts'
import { Store, storePath } from '../../record/store.ts'
import { describeNotice } from '../../record/store-notice.ts'
import { openProcesses } from '../../supervision/processes/open-processes.ts'
import { reconcile } from '../../supervision/reconcile.ts'
import { wallClock } from '../../scheduling/sleep-until.ts'
import type { Terminal } from './command.ts'
import { startAdopter } from './start-adopter.ts'
import { tellPlace } from './tell-place.ts'
import { complain } from '../complain.ts'

export type OpenedStore = { readonly store: Store; readonly project: Project }

export type OpenOptions = {
  /** The adopter itself looks after orphans in its own way. */
  readonly reconciles?: boolean
  /** Another folder than the one the command was started in. */
  readonly cwd?: string
}

/** The store of this project, made where there is none. */
export async function openStore(_terminal?: Terminal, options: OpenOptions = {}): Promise<OpenedStore> {
  return open(findProject(process.cwd(), process.env), options)
}

/** For commands that only read: where nothing was ever recorded there is no store, and none is made. */
export async function openRecorded(
  _terminal?: Terminal,
  options: OpenOptions = {},
): Promise<OpenedStore | { readonly store: null; readonly project: Project }> {
  const project = findProject(options.cwd ?? process.cwd(), process.env)
  if (existsSync(storePath(project.record))) return open(project, options)
  await tellPlace(project)
  return { store: null, project }
}

async function open(project: Project, { reconciles = true }: OpenOptions): Promise<OpenedStore> {
  await tellPlace(project)
  prepareRecordFolder(project.record)
  if (!hasOwner(project)) await writeOwner(project)
  const store = Store.open(project.record, {
    onNotice: (notice) => complain(describeNotice(notice)),
  })
  if (reconciles) await endOrphans({ store, project })
  if (reconciles) await settleCards({ store, project })
  return { store, project }
}

/** No command leaves a card untold, or a lock that nobody holds. Nothing is loaded where there is none. */
export async function settleCards({ store, project }: OpenedStore): Promise<void> {
  if (store.locks().length === 0 && store.pendingCardEvents().length === 0) return
  const { settleQueue } = await import('../../scheduling/recover.ts')
  settleQueue({ store, project, processes: openProcesses(), clock: wallClock, schedule: {} })
}

/** No command leaves a run without somebody who will end it. */
export async function endOrphans({ store, project }: OpenedStore): Promise<void> {
  const { waiting, stuck } = await reconcile({ store, project, processes: openProcesses() })
  for (const { run, why } of stuck) complain(`run ${run} could not be ended yet: ${why}`)
  if (waiting > 0) startAdopter(project)
}

/** Said where a command finds no store. */
export const nothingRecorded = ({ root }: Project): string =>
  `No runs are recorded here (${root}).\nStart one: mayday run -- <command>   or bring some: mayday import gza PATH\n`
