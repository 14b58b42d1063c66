import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasJoined } from '../../../record/joined-fleet.ts'
import { findProject, type Project } from '../../../record/project.ts'
import { checkStateHome, prepareRecordFolder } from '../../../record/record-folder.ts'
import { hasOwner, writeOwner } from '../../../record/record-owner.ts'
import { codeOf } from '../../../record/replace-file.ts'
import { StoreError } from '../../../record/store-errors.ts'
import { Store, storePath } from '../../../record/store.ts'
import { describeNotice } from '../../../record/store-notice.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import { reconcile } from '../../../supervision/reconcile.ts'
import { findRunFolders } from '../../../supervision/run-folders.ts'
import { wallClock } from '../../../scheduling/sleep-until.ts'
import { countOf } from '../../../signals/count-of.ts'
import { startAdopter } from './launch-mayday.ts'
import { tellPlace } from './tell-place.ts'
import { complain } from '../../complain.ts'

export type OpenedStore = {
  readonly store: Store
  readonly project: Project
  /** The store is a copy of a fleet's. */
  readonly isShared?: boolean
  /** Where it is a copy: sends what the command changed, before it answers. */
  readonly ship?: (labels?: readonly string[]) => Promise<void>
}

/** `using opened = await openStore()` closes the store at the end of the command, however it ends. */
export type Closing<Opened> = Opened & Disposable

export type OpenOptions = {
  /** The adopter itself looks after orphans in its own way. */
  readonly reconciles?: boolean
  /** Another folder than the one the command was started in. */
  readonly cwd?: string
  /** A damaged or lost database is replaced. By default it is an error that says how. */
  readonly repairs?: boolean
  /** Where the project has joined a fleet, its tasks and runs are meant; with a run, the files of that run. */
  readonly shared?: Shared
}

export type Shared = 'reads' | 'writes' | { readonly filesOf: string }

/** Of the fleet that the project has joined; null where the command means this machine. */
async function openFleetCopy(
  project: Project,
  { shared }: OpenOptions,
): Promise<Closing<OpenedStore> | null> {
  if (shared === undefined || !hasJoined(project)) return null
  return (await import('../fleet/open-copy.ts')).openCopy(project, shared)
}

/** The store of a project other than the one that the command means. */
export const openStoreOf = (project: Project): Promise<Closing<OpenedStore>> => open(project, {}, 'writes')

/** The store of this project, made where there is none. */
export async function openStore(options: OpenOptions = {}): Promise<Closing<OpenedStore>> {
  const project = findProject(process.cwd(), process.env)
  return (await openFleetCopy(project, options)) ?? open(project, options, 'writes')
}

/** Null where nothing was ever recorded. */
type MaybeStore = OpenedStore | { readonly store: null; readonly project: Project }

/** For commands that only read: where nothing was ever recorded there is no store, and none is made. */
export async function openRecorded(options: OpenOptions = {}): Promise<Closing<MaybeStore>> {
  const project = findProject(options.cwd ?? process.cwd(), process.env)
  checkStateHome(dirname(project.record))
  const copy = await openFleetCopy(project, options)
  if (copy !== null) return copy
  if (hasDatabase(project) || findRunFolders(project).length > 0) return open(project, options, 'reads')
  await tellPlace(project)
  return { store: null, project, [Symbol.dispose]: () => undefined }
}

/** Whatever it is: a link or a folder in its place is not nothing. */
export const hasDatabase = ({ record }: Project): boolean =>
  lstatSync(storePath(record), { throwIfNoEntry: false }) !== undefined

async function open(
  project: Project,
  { reconciles = true, repairs = false }: OpenOptions,
  how: 'reads' | 'writes',
): Promise<Closing<OpenedStore>> {
  await tellPlace(project)
  prepareRecordFolder(project.record)
  if (!hasDatabase(project)) tellLost(project, repairs)
  await writeOwnerOnce(project, how)
  const store = Store.open(project.record, {
    root: project.root,
    onNotice: (notice) => complain(describeNotice(notice)),
    damaged: repairs ? 'repair' : 'refuse',
    readsOnly: how === 'reads',
  })
  if (!repairs) tellReplaced(store)
  if (reconciles && !store.isReadOnly) await endOrphans({ store, project })
  if (reconciles && !store.isReadOnly) await settleCards({ store, project })
  return { store, project, [Symbol.dispose]: () => store.close() }
}

/** What only the database knew. */
const NOT_IN_FILES =
  'Not in the files, and so not rebuilt: tasks that never ran, plans, gates and escalations.'

/** Run folders without a database: it was deleted, and an empty one in its place would hide them. */
function tellLost(project: Project, repairs: boolean): void {
  const folders = findRunFolders(project).length
  if (folders === 0) return
  const lost = `The database ${storePath(project.record)} is gone, and ${countOf(folders, 'run folder is', 'run folders are')} there.`
  if (!repairs) throw new StoreError('STORE_LOST', `${lost} To rebuild it from them: mayday recover`)
  complain(`${lost} A new one was made. ${NOT_IN_FILES}`)
}

function tellReplaced(store: Store): void {
  const kept = store.replaced()
  if (kept !== null)
    complain(
      `The database was damaged, and this one is new. The old one is kept as ${kept}. To take in the runs that are missing from their files: mayday recover`,
    )
}

/** A record that cannot be written is still read. */
async function writeOwnerOnce(project: Project, how: 'reads' | 'writes'): Promise<void> {
  if (hasOwner(project)) return
  try {
    await writeOwner(project)
  } catch (error) {
    if (how === 'writes' || !UNWRITABLE.has(codeOf(error))) throw error
  }
}

const UNWRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** No command leaves a card untold, or a lock that nobody holds. Nothing is loaded where there is none. */
export async function settleCards({ store, project }: OpenedStore): Promise<void> {
  if (store.locks().length === 0 && store.pendingCardEvents().length === 0) return
  const { settleQueue } = await import('../../../scheduling/recover.ts')
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
