import { knownAgents } from '../../../agents/known-agents.ts'
import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasJoined, isOfNode } from '../../../record/joined-fleet.ts'
import { findProject, type Project } from '../../../record/project.ts'
import { checkStateHome, prepareRecordFolder } from '../../../record/record-folder.ts'
import { hasOwner, writeOwner } from '../../../record/record-owner.ts'
import { codeOf } from '../../../record/replace-file.ts'
import type { RunRecord } from '../../../record/run.ts'
import { StoreError } from '../../../record/store-errors.ts'
import { Store, storePath } from '../../../record/store.ts'
import { describeNotice } from '../../../record/store-notice.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import { reconcile } from '../../../supervision/reconcile.ts'
import { findRunFolders } from '../../../supervision/run-folders.ts'
import type { QueueContext } from '../../../scheduling/locks.ts'
import { wallClock } from '../../../scheduling/sleep-until.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { LogSource } from '../../node-logs/log-source.ts'
import { startAdopter } from './launch-mayday.ts'
import { reportPlace } from './report-place.ts'
import { complain } from '../../complain.ts'

export type OpenedStore = {
  readonly store: Store
  readonly project: Project
  /** True if the store is a copy of a fleet's. */
  readonly isShared?: boolean
  /** Set if the store is a copy of a fleet's. It sends the changes of the command before the command answers. */
  readonly ship?: (asked?: {
    readonly labels?: readonly string[]
    readonly base?: string | null
  }) => Promise<void>
  /** Set if the store is a copy of a fleet's. A sentence for each waiting task that no connected node can do. */
  readonly stranded?: () => Promise<readonly string[]>
  /** Set if the store is a copy of a fleet's: whether gates hold a task depends on its nodes. */
  readonly waysOf?: NonNullable<QueueContext['waysOf']>
  /** Set if the files of the run are on another node. */
  readonly elsewhere?: Elsewhere
}

export type Elsewhere = {
  /** The name of that node. */
  readonly node: string
  /** Throws if no node can serve the log, with what is known without it. */
  readonly log: () => Promise<LogSource>
  /** The run after its end, as the fleet knows it. Waits a little for it. */
  readonly ended: () => Promise<RunRecord>
}

/** `using opened = await openStore()` closes the store when the command ends or throws. */
export type Closing<Opened> = Opened & Disposable

export type OpenOptions = {
  /** False for the adopter, which handles orphans itself. */
  readonly reconciles?: boolean
  /** The folder of the project; the default is the working directory. */
  readonly cwd?: string
  /** Replaces a damaged or lost database. By default it is an error that says how to repair it. */
  readonly repairs?: boolean
  /**
   * If the project has joined a fleet, the command uses the tasks and runs of the fleet. With `filesOf` it uses the
   * files of that run. With `about` it says which node has them.
   */
  readonly shared?: Shared
  /** If the project has joined a fleet, the command uses the record of its node: its runs, their files and snapshots. */
  readonly ofNode?: boolean
}

/** `adds`: the command may add a task. */
export type Shared = 'reads' | 'writes' | 'adds' | { readonly filesOf: string } | { readonly about: string }

/** A copy of the fleet's store; null if the command uses the store of this machine. */
async function openFleetCopy(
  project: Project,
  { shared }: OpenOptions,
): Promise<Closing<OpenedStore> | null> {
  if (shared === undefined || !hasJoined(project)) return null
  return (await import('../fleet/open-copy.ts')).openCopy(project, shared)
}

/** The store of a given project instead of the current one. */
export const openStoreOf = (project: Project): Promise<Closing<OpenedStore>> => open(project, {}, 'writes')

async function projectFor(project: Project, { ofNode = false }: OpenOptions): Promise<Project> {
  if (!ofNode || !hasJoined(project)) return project
  return (await import('../../../fleet/member.ts')).nodeProject(project, process.env)
}

/** The store of the current project. It is created if it does not exist. */
export async function openStore(options: OpenOptions = {}): Promise<Closing<OpenedStore>> {
  const project = findProject(process.cwd(), process.env)
  return (await openFleetCopy(project, options)) ?? open(project, options, 'writes')
}

/** The store is null if nothing was ever recorded. */
type MaybeStore = OpenedStore | { readonly store: null; readonly project: Project }

/** For commands that only read: if nothing was ever recorded, no store is created. */
export async function openRecorded(options: OpenOptions = {}): Promise<Closing<MaybeStore>> {
  const found = findProject(options.cwd ?? process.cwd(), process.env)
  checkStateHome(dirname(found.record))
  const copy = await openFleetCopy(found, options)
  if (copy !== null) return copy
  const project = await projectFor(found, options)
  if (hasDatabase(project) || findRunFolders(project).length > 0) return open(project, options, 'reads')
  await reportPlace(project)
  return { store: null, project, [Symbol.dispose]: () => undefined }
}

/** True for anything at that path, including a link or a folder. */
export const hasDatabase = ({ record }: Project): boolean =>
  lstatSync(storePath(record), { throwIfNoEntry: false }) !== undefined

async function open(
  project: Project,
  { reconciles = true, repairs = false }: OpenOptions,
  how: 'reads' | 'writes',
): Promise<Closing<OpenedStore>> {
  await reportPlace(project)
  prepareRecordFolder(project.record)
  if (!hasDatabase(project)) reportLost(project, repairs)
  await writeOwnerOnce(project, how)
  const store = Store.open(project.record, {
    root: project.root,
    onNotice: (notice) => complain(describeNotice(notice)),
    damaged: repairs ? 'repair' : 'refuse',
    readsOnly: how === 'reads',
  })
  if (!repairs) reportReplaced(store)
  if (reconciles && !store.isReadOnly) await endOrphans({ store, project })
  if (reconciles && !store.isReadOnly) await settleCards({ store, project })
  return { store, project, [Symbol.dispose]: () => store.close() }
}

/** Data that only the database contained. */
const NOT_IN_FILES =
  'Not in the files, and so not rebuilt: tasks that never ran, plans, gates and escalations.'

/** Run folders exist without a database. It was deleted, and a new empty one would hide the runs. */
function reportLost(project: Project, repairs: boolean): void {
  const folders = findRunFolders(project).length
  if (folders === 0) return
  const lost = `The database ${storePath(project.record)} is missing, but ${countOf(folders, 'run folder exists', 'run folders exist')}.`
  if (!repairs) throw new StoreError('STORE_LOST', `${lost} To rebuild it from them: mayday recover`)
  complain(`${lost} A new one was made. ${NOT_IN_FILES}`)
}

function reportReplaced(store: Store): void {
  const kept = store.replaced()
  if (kept !== null)
    complain(
      `The database was damaged, and this one is new. The old one is kept as ${kept}. To import the missing runs from their files: mayday recover`,
    )
}

/** A record that is not writable can still be read. */
async function writeOwnerOnce(project: Project, how: 'reads' | 'writes'): Promise<void> {
  if (hasOwner(project)) return
  try {
    await writeOwner(project)
  } catch (error) {
    if (how === 'writes' || !UNWRITABLE.has(codeOf(error))) throw error
  }
}

const UNWRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/**
 * Every command writes pending card events and clears stale locks. The code is loaded only if there are any. The events of
 * a node are sent to the fleet instead, whose card writer writes them.
 */
export async function settleCards({ store, project, isShared }: OpenedStore): Promise<void> {
  if (store.locks().length === 0 && store.pendingCardEvents().length === 0) return
  const { settleQueue } = await import('../../../scheduling/recover.ts')
  const around = { processes: openProcesses(), knownAgents, clock: wallClock, schedule: {} }
  settleQueue({ store, project, isShared: isShared ?? isOfNode(project), ...around })
}

/** Every command ends or adopts runs whose supervisor is gone. */
export async function endOrphans({ store, project }: OpenedStore): Promise<void> {
  const { waiting, stuck } = await reconcile({ store, project, processes: openProcesses(), knownAgents })
  for (const { run, why } of stuck) complain(`run ${run} could not be ended yet: ${why}`)
  if (waiting > 0) startAdopter(project)
}

/** Printed if a command finds no store. */
export const nothingRecorded = ({ root }: Project): string =>
  `No runs are recorded here (${root}).\nStart one: mayday run -- COMMAND. Or import some: mayday import gza PATH\n`
