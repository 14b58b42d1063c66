import { filesOfRun } from '../../supervision/files-of-run.ts'
import { opinionIn } from '../../supervision/opinion/kept-opinion.ts'
import { runJson } from './history.ts'
import type { RunCommand } from './command.ts'
import { findRecorded, runArgument } from './find-recorded.ts'
import { openRecorded } from './open-store.ts'
import { renderRun } from './render-run.ts'
import { shownJson } from '../shown.ts'

export const runShow: RunCommand = async (args, terminal) => {
  const ref = runArgument(args, 'show')
  const { colour, columns } = terminal
  const { store, project } = await openRecorded(terminal)
  const run = findRecorded(store, ref)
  const verdicts = store?.verdictsOf(run.run) ?? []
  const corrections = store?.correctionsOf(run.run) ?? []
  const planned = store?.plansOf(run.task).findLast((plan) => plan.run === run.run) ?? null
  const task = store?.task(run.task) ?? null
  store?.close()
  const files = run.origin === 'mayday' ? filesOfRun(run, project) : null
  const opinion = files === null ? null : opinionIn(files)
  terminal.out(
    args.flag('json')
      ? `${shownJson({ format: 'mayday.show/1', run: runJson(run), prompt: task?.prompt ?? null, verdicts, corrections, opinion }, 2)}\n`
      : renderRun(run, { task, verdicts, corrections, opinion, planned, nowMs: Date.now(), colour, columns }),
  )
  return 0
}
