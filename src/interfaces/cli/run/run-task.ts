import { decide } from '../../../scheduling/plan-run.ts'
import { prepareAttempt } from '../../../scheduling/attempt.ts'
import { lastCounting, runTask, type TaskEnd } from '../../../scheduling/run-task.ts'
import type { TaskContext } from '../../../scheduling/task-context.ts'
import { askLater, telling } from './ask-later.ts'
import type { WholeAnswer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { exitWith } from '../exit-codes.ts'
import { refuseTaskOnFleet } from '../fleet/refuse-on-fleet.ts'
import { openStore } from '../record/open-store.ts'
import { exitCodeFor } from './run.ts'
import { loadProjectConfig, loadTrusted, type TrustAsked } from '../config/project-config.ts'
import { workContext } from '../record/queue-context.ts'
import { startMeasuring } from './measure.ts'
import { startReminding } from './remind.ts'
import { following, reporterFor, watchRunSignals } from './run-reporter.ts'
import { taskReporterFor, renderDryRun } from './task-reporter.ts'

export type RunTaskAsked = TrustAsked & {
  readonly noWait: boolean
  readonly dryRun?: boolean
  readonly follow?: boolean
}

/** `mayday run --task N`: attempts, lessons and plans until the task is done, waits, or is escalated. */
export async function runTaskNumber(number: number, asked: RunTaskAsked, screen: Screen): Promise<number> {
  const { json, noWait, dryRun: isDry = false } = asked
  refuseTaskOnFleet(number)
  // A dry run executes nothing, so it may show untrusted values.
  const loaded = isDry ? await loadProjectConfig() : await loadTrusted(asked, screen)
  const { notify } = loaded.whole
  using opened = await openStore()
  const told = reporterFor(screen, json, `task ${number}`)
  const reporter = asked.follow === true ? await following(told, opened.project, screen) : told
  const teller = taskReporterFor(screen, json)
  using signals = watchRunSignals(opened, reporter)
  const reminding = isDry ? null : startReminding(opened.store, notify)
  const measuring = startMeasuring(opened, loaded.whole.telemetry)
  const context: TaskContext = {
    ...workContext(opened, loaded),
    isPaced: false,
    tell: (event) => {
      telling(teller.tell, askLater(opened.project, loaded))(event)
      reminding?.tell(event)
      measuring.tell(event)
    },
    watcher: { cancel: signals.cancel, force: signals.force, report: reporter.report, show: reporter.show },
  }
  if (isDry) return await dryRun(number, context, screen)
  try {
    const end = await runTask(number, context, { waits: !noWait })
    teller.end(end)
    return exitCodeOf(end)
  } finally {
    await Promise.all([reminding?.end(), measuring.end()])
  }
}

/** The first that applies: canceled, waiting, escalated, otherwise the outcome of the last run. */
function exitCodeOf({ status, result }: TaskEnd): number {
  if (status === 'canceled') return exitWith('canceled')
  if (status === 'waiting') return exitWith('waiting')
  if (status === 'escalated') return exitWith('person')
  if (status === 'succeeded') return exitWith('succeeded')
  return result === null ? exitWith('failed') : exitCodeFor(result)
}

/** Shows the next step and its prompt. */
async function dryRun(number: number, context: TaskContext, screen: Screen): Promise<number> {
  const task = context.store.requireTask(number)
  const runs = context.store.runsOf(number)
  const plan = lastCounting(runs, task) === null ? null : await decide(task, runs, context)
  const attempt = await prepareAttempt(task, runs, plan, context)
  const { argv, placement } = attempt.agent
  const answer: WholeAnswer<'mayday.dry-run/1'> = {
    format: 'mayday.dry-run/1',
    task: number,
    plan,
    argv,
    placement,
    prompt: attempt.prompt,
  }
  return screen.answer(answer, () => renderDryRun({ task, plan, attempt }, screen))
}
