import { runJson } from './history.ts'
import type { RunCommand } from './command.ts'
import { findRecorded, runArgument } from './find-recorded.ts'
import { openRecorded } from './open-store.ts'
import { renderRun } from './render-run.ts'
import { shownJson } from '../shown.ts'

export const runShow: RunCommand = async (args, terminal) => {
  const ref = runArgument(args, 'show')
  const { colour, columns } = terminal
  const { store } = await openRecorded(terminal)
  const run = findRecorded(store, ref)
  const verdicts = store?.verdictsOf(run.run) ?? []
  const corrections = store?.correctionsOf(run.run) ?? []
  const planned = store?.plansOf(run.task).findLast((plan) => plan.run === run.run) ?? null
  const task = store?.task(run.task) ?? null
  store?.close()
  terminal.out(
    args.flag('json')
      ? `${shownJson({ format: 'mayday.show/1', run: runJson(run), verdicts, corrections }, 2)}\n`
      : renderRun(run, { task, verdicts, corrections, planned, nowMs: Date.now(), colour, columns }),
  )
  return 0
}
