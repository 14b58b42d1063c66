import { UsageError } from '../../../../errors.ts'
import { limitsNow, setConcurrency } from '../../../../scheduling/limits.ts'
import { countQueue, leftIn } from '../../../../scheduling/count-queue.ts'
import type {
  SchedulerContext,
  SchedulerEnd,
  SchedulerOptions,
} from '../../../../scheduling/scheduler-context.ts'
import { runScheduler } from '../../../../scheduling/scheduler.ts'
import { ownerWords, takeFromSilent } from '../../../../supervision/owners.ts'
import type { Terminal } from '../../command.ts'
import { exitWith } from '../../exit-codes.ts'
import { openStore } from '../../record/open-store.ts'
import { ownTreeIn } from '../own-tree.ts'
import { loadTrusted, type TrustAsked } from '../../config/project-config.ts'
import { workContext } from '../../record/queue-context.ts'
import { startMeasuring } from '../../run/measure.ts'
import { startReminding } from '../../run/remind.ts'
import { askLater, telling } from '../../run/ask-later.ts'
import { startAdopter } from '../../record/launch-mayday.ts'
import { nameOf, statusChanges } from '../status-changes.ts'
import { readStatus, type Status } from '../../../../views/status.ts'
import { schedulerHolder } from '../../../../scheduling/scheduler-lease.ts'
import type { ViewContext } from '../../../../views/view.ts'
import { sumQueue, workedWords } from './sum-work.ts'
import { workReporter, type WorkReporter } from './work-reporter.ts'
import { watchWorkSignals } from './work-signals.ts'
import type { Flags } from '../../parse/option.ts'

type Mode = SchedulerOptions['mode']

export type WorkAsked = TrustAsked &
  Flags<'once' | 'watch' | 'worktree' | 'fleet'> & {
    readonly concurrency: number | undefined
    readonly label: readonly string[]
  }

export async function runWork(asked: WorkAsked, terminal: Terminal): Promise<number> {
  const mode = modeOf(asked)
  if (asked.fleet) return (await import('../../fleet/work-fleet.ts')).workForFleet(asked, terminal)
  const loaded = await loadTrusted(asked, terminal)
  using opened = await openStore()
  const worktrees = ownTreeIn(asked.worktree, opened.project)
  const base = workContext(opened, loaded)
  const reporter = reporterOf(base, asked, terminal)
  using signals = watchWorkSignals({ ...opened, liveRuns: reporter.liveRuns, say: reporter.say })
  const reminding = startReminding(opened.store, loaded.whole.notify)
  const measuring = startMeasuring(opened, loaded.whole.telemetry)
  const context: SchedulerContext = {
    ...base,
    drain: signals.drain,
    stop: signals.cancel,
    force: signals.force,
    tell: tellingAll(
      telling(reporter.tell, askLater(opened.project, loaded)),
      reminding.tell,
      measuring.tell,
    ),
    show: reporter.show,
    startAdopter: () => startAdopter(opened.project),
  }
  try {
    return await work(context, { mode, concurrency: asked.concurrency ?? null, worktrees, reporter })
  } finally {
    reporter.close()
    await Promise.all([reminding.end({ summary: true }), measuring.end()])
  }
}

const tellingAll =
  (...all: readonly SchedulerContext['tell'][]): SchedulerContext['tell'] =>
  (event) => {
    for (const tell of all) tell(event)
  }

function modeOf({ once, watch }: WorkAsked): Mode {
  if (once && watch) throw new UsageError('--once and --watch contradict each other. Give only one of them.')
  return once ? 'once' : watch ? 'watch' : 'until-empty'
}

type Work = {
  readonly mode: Mode
  readonly concurrency: number | null
  readonly worktrees: boolean
  readonly reporter: WorkReporter
}

/** Works, or watches the scheduler that already works here and takes over when it is gone. */
async function work(context: SchedulerContext, asked: Work): Promise<number> {
  const { mode, reporter } = asked
  for (;;) {
    const end = await schedule(context, asked)
    if (!('heldBy' in end)) {
      reporter.end(workedWords(end), { event: 'work:ended', ...end })
      return exitCodeOf(end, context)
    }
    const held = end.heldBy === null ? 'another process' : ownerWords(end.heldBy, context)
    reporter.say(`${held[0]?.toUpperCase()}${held.slice(1)} works here already.`, {
      event: 'work:held',
      pid: end.heldBy?.pid ?? null,
    })
    if (mode === 'once') return exitWith(leftIn(countQueue(context.store)) > 0 ? 'waiting' : 'succeeded')
    reporter.say('This process continues when that one has ended. Ctrl+C ends the wait.', {
      event: 'work:watching',
    })
    const isGone = await observe(context, reporter.say)
    if (!isGone) return exitWith('canceled')
    if (mode !== 'watch' && leftIn(countQueue(context.store)) === 0) return exitWith('succeeded')
    reporter.say('The other process has ended. Continuing here.', { event: 'work:taken-over' })
  }
}

const LOOK_EVERY_MS = 1000

/** Reports what another scheduler does until it is gone. False if the user interrupted. */
async function observe(
  context: ViewContext & { readonly drain: AbortSignal },
  say: (line: string, event: object) => void,
): Promise<boolean> {
  let last: Status | null = null
  while (schedulerHolder(context) !== null) {
    const status = readStatus(context)
    for (const line of statusChanges(last, status)) say(line, { event: 'queue:changed', says: line })
    last = status
    takeFromSilent(context)
    if (!(await context.clock.nap(LOOK_EVERY_MS, context.drain))) return false
  }
  return true
}

/** The limit belongs to this scheduler. `mayday queue` can change it while the scheduler works. */
async function schedule(
  context: SchedulerContext,
  { mode, concurrency, worktrees }: Work,
): ReturnType<typeof runScheduler> {
  if (schedulerHolder(context) === null) setConcurrency(concurrency, context)
  const end = await runScheduler(context, { mode, worktrees })
  if (!('heldBy' in end)) setConcurrency(null, context)
  return end
}

/** The first that applies: interrupted, something still waits, something is escalated, something failed. */
function exitCodeOf({ ended }: SchedulerEnd, { drain, store }: SchedulerContext): number {
  if (drain.aborted) return exitWith('canceled')
  if (leftIn(countQueue(store)) > 0) return exitWith('waiting')
  if ((ended.escalated ?? 0) > 0) return exitWith('person')
  return exitWith((ended.failed ?? 0) > 0 ? 'failed' : 'succeeded')
}

function reporterOf(
  context: Pick<SchedulerContext, 'store' | 'schedule'>,
  { json }: WorkAsked,
  terminal: Terminal,
): WorkReporter {
  const { store } = context
  return workReporter(terminal, {
    isJson: json,
    isShared: () => limitsNow(context).concurrency > 1,
    nameOf: (number) => {
      const task = store.task(number)
      return task === null ? `task ${number}` : nameOf(task)
    },
    sum: () => sumQueue(store, Date.now()),
  })
}
