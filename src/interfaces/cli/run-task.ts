import { UsageError } from '../../errors.ts'
import { decide } from '../../scheduling/plan-run.ts'
import { prepareAttempt } from '../../scheduling/attempt.ts'
import { lastCounting, runTask, taskOf, type TaskEnd } from '../../scheduling/run-task.ts'
import type { TaskHouse } from '../../scheduling/task-house.ts'
import { askLater, telling } from './ask-later.ts'
import type { Arguments, Terminal } from './command.ts'
import { openStore } from './open-store.ts'
import { exitCodeFor } from './run.ts'
import { loadProjectConfig, loadTrusted } from './project-config.ts'
import { workHouse } from './queue-house.ts'
import { remind } from './remind.ts'
import { reporterFor } from './run-reporter.ts'
import { watchRunSignals } from './run-signals.ts'
import { taskReporterFor, renderDryRun } from './task-reporter.ts'
import { shownJson } from '../shown.ts'

/** `mayday run --task N`: attempts, lessons and plans until it is done, waits, or needs a person. */
export const runTaskCommand = (args: Arguments, terminal: Terminal): Promise<number> =>
  runTaskNumber(taskNumber(args.text('task') ?? ''), args, terminal)

export async function runTaskNumber(number: number, args: Arguments, terminal: Terminal): Promise<number> {
  // A dry run executes nothing, so it may show what nobody has trusted yet.
  const loaded = args.flag('dry-run') ? await loadProjectConfig() : await loadTrusted(args, terminal)
  const { notify } = loaded.whole
  const opened = await openStore(terminal)
  const reporter = reporterFor(terminal, args.flag('json'), `task ${number}`)
  const teller = taskReporterFor(terminal, args.flag('json'))
  using signals = watchRunSignals(opened, reporter)
  const house: TaskHouse = {
    ...workHouse(opened, loaded),
    isPaced: false,
    tell: telling(teller.tell, askLater(opened.project, loaded)),
    watcher: { cancel: signals.cancel, force: signals.force, report: reporter.report, show: reporter.show },
  }
  try {
    if (args.flag('dry-run')) return await dryRun(number, house, args, terminal)
    await remind(opened.store, notify)
    const end = await runTask(number, house, { waits: !args.flag('no-wait') })
    teller.end(end)
    await remind(opened.store, notify)
    return exitCodeOf(end)
  } finally {
    opened.store.close()
  }
}

/** First that applies: canceled, waiting, needs a person, as the last run. */
function exitCodeOf({ status, result }: TaskEnd): number {
  if (status === 'canceled') return 130
  if (status === 'waiting') return 75
  if (status === 'escalated') return 3
  if (status === 'succeeded') return 0
  return result === null ? 1 : exitCodeFor(result)
}

/** What would be done next, and with which words. */
async function dryRun(
  number: number,
  house: TaskHouse,
  args: Arguments,
  terminal: Terminal,
): Promise<number> {
  const task = taskOf(number, house)
  const runs = house.store.runsOf(number)
  const plan = lastCounting(runs, task) === null ? null : await decide(task, runs, house)
  const attempt = await prepareAttempt(task, runs, plan, house)
  terminal.out(
    args.flag('json')
      ? `${shownJson({ format: 'mayday.dry-run/1', task: number, plan, argv: attempt.agent.argv, placement: attempt.agent.placement, prompt: attempt.prompt }, 2)}\n`
      : renderDryRun({ task, plan, attempt }, terminal),
  )
  return 0
}

function taskNumber(word: string): number {
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word)
  throw new UsageError(`A task has a number, and got '${word}'. See: mayday tasks`)
}
