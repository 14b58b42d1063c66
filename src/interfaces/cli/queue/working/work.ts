import { UsageError } from '../../../../errors.ts'
import { limitsNow, setConcurrency } from '../../../../scheduling/limits.ts'
import {
  runScheduler,
  schedulerHolder,
  type SchedulerEnd,
  type SchedulerHouse,
  type SchedulerOptions,
} from '../../../../scheduling/scheduler.ts'
import { ownerWords, takeFromSilent } from '../../../../supervision/owners.ts'
import type { Terminal } from '../../command.ts'
import { exitWith } from '../../exit-codes.ts'
import { openStore } from '../../record/open-store.ts'
import { ownTreeIn } from '../own-tree.ts'
import { loadTrusted, type TrustAsked } from '../../config/project-config.ts'
import { workHouse } from '../../record/queue-house.ts'
import { remindEvery } from '../../run/remind.ts'
import { askLater, telling } from '../../run/ask-later.ts'
import { startAdopter } from '../../record/launch-mayday.ts'
import { nameOf, statusChanges } from '../status-changes.ts'
import { readStatus, type Status } from '../read-status.ts'
import type { QueueHouse } from '../../../../scheduling/locks.ts'
import { leftIn, sumQueue, workedWords } from './sum-work.ts'
import { workReporter, type WorkReporter } from './work-reporter.ts'
import { watchWorkSignals } from './work-signals.ts'
import type { Flags } from '../../parse/option.ts'

/** So soon at the latest a person is reminded of what nobody has looked at. */
const REMIND_EVERY_MS = 60_000

type Mode = SchedulerOptions['mode']

export type WorkAsked = TrustAsked &
  Flags<'once' | 'watch' | 'worktree'> & { readonly concurrency: number | undefined }

export async function runWork(asked: WorkAsked, terminal: Terminal): Promise<number> {
  const mode = modeOf(asked)
  const loaded = await loadTrusted(asked, terminal)
  using opened = await openStore()
  const worktrees = ownTreeIn(asked.worktree, opened.project)
  const base = workHouse(opened, loaded)
  const reporter = reporterOf(base, asked, terminal)
  using signals = watchWorkSignals({ ...opened, liveRuns: reporter.liveRuns, say: reporter.say })
  const house: SchedulerHouse = {
    ...base,
    drain: signals.drain,
    stop: signals.cancel,
    force: signals.force,
    tell: telling(reporter.tell, askLater(opened.project, loaded)),
    show: reporter.show,
    startAdopter: () => startAdopter(opened.project),
  }
  const stopReminding = remindEvery(REMIND_EVERY_MS, opened.store, loaded.whole.notify)
  try {
    return await work(house, { mode, concurrency: asked.concurrency ?? null, worktrees, reporter })
  } finally {
    reporter.close()
    await stopReminding()
  }
}

function modeOf({ once, watch }: WorkAsked): Mode {
  if (once && watch) throw new UsageError('--once waits for nothing and --watch stays: say one of them.')
  return once ? 'once' : watch ? 'watch' : 'until-empty'
}

type Work = {
  readonly mode: Mode
  readonly concurrency: number | null
  readonly worktrees: boolean
  readonly reporter: WorkReporter
}

/** Works, or watches who works here already and goes on when they are gone. */
async function work(house: SchedulerHouse, asked: Work): Promise<number> {
  const { mode, reporter } = asked
  for (;;) {
    const end = await schedule(house, asked)
    if (!('heldBy' in end)) {
      reporter.end(workedWords(end), { event: 'work:ended', ...end })
      return exitCodeOf(end, house)
    }
    const held = end.heldBy === null ? 'another process' : ownerWords(end.heldBy, house)
    reporter.say(`${held[0]?.toUpperCase()}${held.slice(1)} works here already.`, {
      event: 'work:held',
      pid: end.heldBy?.pid ?? null,
    })
    if (mode === 'once') return exitWith(leftIn(house.store) > 0 ? 'waiting' : 'succeeded')
    reporter.say('Going on here when it is gone; Ctrl+C ends this wait.', { event: 'work:watching' })
    const isGone = await observe(house, reporter.say)
    if (!isGone) return exitWith('canceled')
    if (mode !== 'watch' && leftIn(house.store) === 0) return exitWith('succeeded')
    reporter.say('It is gone: going on here.', { event: 'work:taken-over' })
  }
}

const LOOK_EVERY_MS = 1000

/** Says what another scheduler does, until it is gone. False where somebody interrupted. */
async function observe(
  house: QueueHouse & { readonly drain: AbortSignal },
  say: (line: string, event: object) => void,
): Promise<boolean> {
  let last: Status | null = null
  while (schedulerHolder(house) !== null) {
    const status = readStatus(house)
    for (const line of statusChanges(last, status)) say(line, { event: 'queue:changed', says: line })
    last = status
    takeFromSilent(house)
    if (!(await house.clock.nap(LOOK_EVERY_MS, house.drain))) return false
  }
  return true
}

/** The limit is this scheduler's own, and changes with `mayday queue` as long as it works. */
async function schedule(
  house: SchedulerHouse,
  { mode, concurrency, worktrees }: Work,
): ReturnType<typeof runScheduler> {
  if (schedulerHolder(house) === null) setConcurrency(concurrency, house)
  const end = await runScheduler(house, { mode, worktrees })
  if (!('heldBy' in end)) setConcurrency(null, house)
  return end
}

/** First that applies: interrupted, something still waits, something needs a person, something failed. */
function exitCodeOf({ ended }: SchedulerEnd, { drain, store }: SchedulerHouse): number {
  if (drain.aborted) return exitWith('canceled')
  if (leftIn(store) > 0) return exitWith('waiting')
  if ((ended.escalated ?? 0) > 0) return exitWith('person')
  return exitWith((ended.failed ?? 0) > 0 ? 'failed' : 'succeeded')
}

function reporterOf(
  house: Pick<SchedulerHouse, 'store' | 'schedule'>,
  { json }: WorkAsked,
  terminal: Terminal,
): WorkReporter {
  const { store } = house
  return workReporter(terminal, {
    isJson: json,
    isShared: () => limitsNow(house).concurrency > 1,
    nameOf: (number) => {
      const task = store.task(number)
      return task === null ? `task ${number}` : nameOf(task)
    },
    sum: () => sumQueue(store, Date.now()),
  })
}
