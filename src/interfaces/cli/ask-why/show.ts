import type { Screen } from '../command.ts'
import { withRun } from '../record/find-recorded.ts'
import { filesOfRun } from '../../../supervision/files-of-run.ts'
import { opinionIn } from '../../../supervision/opinion/kept-opinion.ts'
import { runJson } from '../look-back/history.ts'
import { openRecorded } from '../record/open-store.ts'
import { renderRun } from './render-run.ts'

export async function runShow(asked: { readonly run: string }, screen: Screen): Promise<number> {
  using opened = await openRecorded({ shared: 'reads' })
  const { store, project, run } = withRun(opened, asked.run)
  const verdicts = store.verdictsOf(run.run)
  const corrections = store.correctionsOf(run.run)
  const planned = store.plansOf(run.task).findLast((plan) => plan.run === run.run) ?? null
  const task = store.task(run.task)
  const files = run.origin === 'mayday' ? filesOfRun(run, project) : null
  const opinion = files === null ? null : opinionIn(files)
  return screen.answer(
    { run: runJson(run), prompt: task?.prompt ?? null, verdicts, corrections, opinion },
    () => renderRun(run, { task, verdicts, corrections, opinion, planned, nowMs: Date.now(), ...screen }),
  )
}
