import type { Config } from '../../../config/config.ts'
import { gaveUpNotice } from '../../../recovery/notices.ts'
import { reasonThatCounts } from '../../../record/run.ts'
import type { Store } from '../../../record/store.ts'
import type { SchedulerEvent } from '../../../scheduling/scheduler-context.ts'
import type { TaskEvent } from '../../../scheduling/task-context.ts'
import { Notifier } from '../../reporters/notifier.ts'
import { complain } from '../../complain.ts'
import { NightWatch } from './night-watch.ts'

/** Notifies people about what needs them while a command works. Only the end of the command waits for it. */
export type Reminding = {
  readonly tell: (event: TaskEvent | SchedulerEvent) => void
  /** Adds a summary, and waits a few seconds for notices that are still being sent. */
  readonly end: (how?: { readonly summary: boolean }) => Promise<void>
}

/** How often the store is searched for notices that are due, such as reminders. */
const LOOK_EVERY_MS = 60_000

/** Events after which a notice may be due. It is sent without waiting for the next minute. */
const AT_ONCE: ReadonlySet<string> = new Set(['wait:started', 'task:escalated', 'task:ended', 'queue:idle'])

/** Now, then every minute, and a last time at the end. */
export function startReminding(store: Store, settings: Config['notify']): Reminding {
  const notifier = new Notifier(store, settings, { complain })
  const night = new NightWatch()
  const look = (): void => tried(() => notifier.look())
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    tell: (event) => {
      night.see(event)
      if (event.event === 'task:ended' && event.status === 'failed')
        tried(() => notifier.tell([gaveUpOn(event.task, store)]))
      if (event.event === 'queue:idle') tried(() => notifier.tell(night.notices(store, new Date())))
      if (AT_ONCE.has(event.event)) look()
    },
    end: async ({ summary } = { summary: false }) => {
      clearInterval(timer)
      if (summary) tried(() => notifier.tell(night.notices(store, new Date())))
      look()
      await notifier.end()
    },
  }
}

/** A busy store must not end the work. The next minute tries again. */
function tried(act: () => void): void {
  try {
    act()
  } catch (error) {
    complain(`nobody could be notified: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function gaveUpOn(number: number, store: Store): ReturnType<typeof gaveUpNotice> {
  const run = store.runsOf(number).at(-1)
  return gaveUpNotice({
    number,
    title: store.task(number)?.title ?? '',
    reason: run === undefined ? null : reasonThatCounts(run),
    summary: run?.summary ?? '',
  })
}
