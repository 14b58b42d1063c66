/**
 * What every command does first: no run stays without somebody who will end it.
 *
 * O1 Only a supervisor that is provably dead loses a run; one that cannot be checked keeps it. O2 Whoever acts on a run
 * has claimed it before. O3 A run that still has something to do is left to an adopter, which may take hours; the
 * others are ended here.
 */
import { join } from 'node:path'
import type { Project } from '../record/project.ts'
import type { UnfinishedRun } from '../record/run.ts'
import type { Store } from '../record/store.ts'
import type { ProcessIdentity, Processes } from './processes/processes.ts'
import { RunFolder } from './run-folder.ts'
import { readStory } from './run-story.ts'

export const ADOPT_LEASE = 'adopt'

export type House = { readonly project: Project; readonly store: Store; readonly processes: Processes }

export type Reconciled = {
  /** Numbers of the runs that were ended from their files. */
  readonly ended: readonly number[]
  /** Runs that need an adopter, and none is at work. */
  readonly waiting: number
  /** Runs that could not be ended now, and why: the next command tries again. */
  readonly stuck: readonly { readonly run: number; readonly why: string }[]
}

export async function reconcile(house: House): Promise<Reconciled> {
  const orphans = house.store.unfinished().filter((run) => isOrphan(run, house.processes))
  if (orphans.length === 0) return { ended: [], waiting: 0, stuck: [] }
  const waiting = orphans.filter((run) => hasMoreToDo(run, house))
  const ended: number[] = []
  const stuck: Reconciled['stuck'][number][] = []
  for (const run of orphans) {
    if (waiting.includes(run) || !claimRun(run, house)) continue
    const why = await endFromFiles(run, house)
    if (why === null) ended.push(run.run)
    else stuck.push({ run: run.run, why })
  }
  return { ended, stuck, waiting: hasAdopter(house) ? 0 : waiting.length }
}

/** A full disk or a log that cannot be masked must not keep people from looking at their other runs. */
async function endFromFiles(run: UnfinishedRun, house: House): Promise<string | null> {
  const { adoptRun } = await import('./adopt-run.ts')
  try {
    await adoptRun(run, house)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** O1. */
export function isOrphan({ supervisor }: UnfinishedRun, processes: Processes): boolean {
  const owner = parseIdentity(supervisor)
  return owner === null || processes.state(owner) === 'dead'
}

/** O2: only one of several that see the same orphan gets it. */
export const claimRun = ({ runId, supervisor }: UnfinishedRun, { store, processes }: House): boolean =>
  store.claim(runId, supervisor, JSON.stringify(processes.self()))

function hasAdopter({ store, processes }: House): boolean {
  const owner = parseIdentity(store.lease(ADOPT_LEASE))
  return owner !== null && processes.state(owner) !== 'dead'
}

/** O3. */
function hasMoreToDo({ logPath }: UnfinishedRun, { project, processes }: House): boolean {
  const folder = new RunFolder(join(project.record, logPath))
  const spec = folder.spec()
  if (spec === null || folder.result() !== null) return false
  const last = readStory(folder.events()).at(-1)
  if (last === undefined) return false
  const isLastStage = spec.stages.at(-1)?.stage === last.stage
  if (!isLastStage) return true
  if (last.ended !== null || folder.exitOf(last.stage) !== null) return false
  return processes.tagged(spec.runPath, spec.starter).length > 0
}

export function parseIdentity(text: string | null): ProcessIdentity | null {
  try {
    const found: unknown = text === null ? null : JSON.parse(text)
    return isIdentity(found) ? found : null
  } catch {
    // Not ours: nobody can be asked whether that supervisor lives.
    return null
  }
}

const isIdentity = (value: unknown): value is ProcessIdentity =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  typeof value.pid === 'number' &&
  'startedAt' in value &&
  'boot' in value &&
  'host' in value
