import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunResult } from '../record/run-result.ts'
import { adoptRun } from '../supervision/adopt-run.ts'
import { claimRun, isOrphan } from '../supervision/reconcile.ts'
import { takeFromSilent } from '../supervision/owners.ts'
import { RunFolder } from '../supervision/run-folder.ts'
import { watcherFor, type BenchContext } from './bench-context.ts'
import type { LiveAttempt } from './series.ts'

/** How often to check a run that another process supervises. */
const LOOK_EVERY_MS = 100

/**
 * Waits for the result of an attempt that an earlier process started. Null if it never started, or if the ending of one
 * of its stages is lost: such a result would describe the kill, not the agent.
 */
export async function awaitLeftover(live: LiveAttempt, context: BenchContext): Promise<RunResult | null> {
  const result = await resultOf(live, context)
  if (result === null || result.ending.kind === 'lost') return null
  return result.stages.some(({ ending }) => ending.kind === 'lost') ? null : result
}

async function resultOf(live: LiveAttempt, context: BenchContext): Promise<RunResult | null> {
  const { store, project, cancel } = context
  for (;;) {
    takeFromSilent(context)
    const unfinished = store.unfinished().find(({ runId }) => runId === live.runId)
    if (unfinished === undefined) {
      const known = store.find(live.runId)
      return known === null ? null : new RunFolder(join(project.record, known.logPath)).result()
    }
    if (isOrphan(unfinished, context) && claimRun(unfinished, context))
      return adoptRun(unfinished, context, watcherFor(context, live))
    if (cancel.aborted) new RunFolder(join(project.record, unfinished.logPath)).askToCancel()
    await pause(LOOK_EVERY_MS)
  }
}
