/**
 * The first step of every command that opens the store: each unfinished run gets a process that will end it.
 *
 * O1 Only a supervisor that is gone loses a run: it is provably dead, or its run was taken over.
 * O2 A process claims a run before it acts on it.
 * O3 A run with remaining stages is left to an adopter, which may take hours. The other runs are ended here.
 */
import { join } from 'node:path'
import type { KnownAgents } from './known-agents.ts'
import type { Project } from '../record/project.ts'
import type { UnfinishedRun } from '../record/run.ts'
import { beatOnce, isGone, takeFromSilent, type OwnerContext } from './owners.ts'
import { RunFolder } from './run-folder.ts'
import { readStory } from './run-story.ts'

export const ADOPT_LEASE = 'adopt'

export type ReconcileContext = OwnerContext & {
  readonly project: Project
  readonly knownAgents: KnownAgents
}

export type Reconciled = {
  /** Numbers of the runs that were ended from their files. */
  readonly ended: readonly number[]
  /** The number of runs that need an adopter while none is at work. */
  readonly waiting: number
  /** Runs that could not be ended now, and why. The next command tries again. */
  readonly stuck: readonly { readonly run: number; readonly why: string }[]
}

export async function reconcile(context: ReconcileContext): Promise<Reconciled> {
  takeFromSilent(context)
  const orphans = context.store.unfinished().filter((run) => isOrphan(run, context))
  if (orphans.length === 0) return { ended: [], waiting: 0, stuck: [] }
  beatOnce(context)
  const waiting = orphans.filter((run) => hasMoreToDo(run, context))
  const ended: number[] = []
  const stuck: Reconciled['stuck'][number][] = []
  for (const run of orphans) {
    if (waiting.includes(run) || !claimRun(run, context)) continue
    const why = await endFromFiles(run, context)
    if (why === null) ended.push(run.run)
    else stuck.push({ run: run.run, why })
  }
  return { ended, stuck, waiting: hasAdopter(context) ? 0 : waiting.length }
}

/** A full disk or a log that cannot be masked must not prevent commands from showing other runs. */
async function endFromFiles(run: UnfinishedRun, context: ReconcileContext): Promise<string | null> {
  const { adoptRun } = await import('./adopt-run.ts')
  try {
    await adoptRun(run, context)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** O1. */
export const isOrphan = ({ supervisor }: UnfinishedRun, context: ReconcileContext): boolean =>
  isGone(supervisor, context)

/** O2: if several processes see the same orphan, only one gets it. */
export const claimRun = (
  { runId, supervisor }: UnfinishedRun,
  { store, processes }: ReconcileContext,
): boolean => store.claim(runId, supervisor, JSON.stringify(processes.self()))

const hasAdopter = (context: ReconcileContext): boolean => !isGone(context.store.lease(ADOPT_LEASE), context)

/** O3. */
function hasMoreToDo({ logPath }: UnfinishedRun, { project, processes }: ReconcileContext): boolean {
  const folder = new RunFolder(join(project.record, logPath))
  const spec = folder.spec()
  if (spec === null || folder.result() !== null) return false
  const last = readStory(folder.events()).at(-1)
  if (last === undefined) return false
  const isLastStage = spec.stages.at(-1)?.stage === last.stage
  if (!isLastStage) return true
  // Verify may have to run once more, on the code at the start of the task.
  if (spec.compare !== undefined && last.ended?.exitCode !== 0 && folder.knownTests() === null) return true
  if (last.ended !== null || folder.exitOf(last.stage) !== null) return false
  return processes.tagged(spec.runPath, spec.starter).length > 0
}
