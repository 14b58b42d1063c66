import { isLive, type RunRecord } from '../../../record/run.ts'
import { showRun } from '../../../views/show-run.ts'
import type { LiveRun } from '../../../views/live-run.ts'
import { headOf } from '../../../views/task-row.ts'
import type { ViewContext } from '../../../views/view.ts'
import type { Screen } from '../command.ts'
import { withRun } from '../record/find-recorded.ts'
import { openShown } from '../record/queue-context.ts'
import { renderRun } from './render-run.ts'

export async function runShow(asked: { readonly run: string }, screen: Screen): Promise<number> {
  using opened = await openShown()
  const context = withRun(opened, asked.run)
  const shown = showRun(context.run, context, await liveNow(context.run, context))
  return screen.answer(shown, () => renderRun(shown, { nowMs: Date.now(), ...screen }))
}

/** The output reader is large, so it is loaded only for a live run. */
async function liveNow(run: RunRecord, { store, project, clock }: ViewContext): Promise<LiveRun | null> {
  const task = isLive(run) ? store.task(run.task) : null
  if (task === null) return null
  const { LiveRuns } = await import('../../../views/live-runs.ts')
  const found = new LiveRuns(project.record).look([headOf(task, store)], clock.now().getTime())
  const { printedAt: _, ...live } = found.get(run.runId) ?? { printedAt: null, run: null }
  return live.run === null ? null : live
}
