import { UsageError } from '../../errors.ts'
import { setConcurrency } from '../../scheduling/limits.ts'
import { queueView } from '../../scheduling/queue-view.ts'
import { schedulerHolder } from '../../scheduling/scheduler.ts'
import type { RunCommand } from './command.ts'
import { concurrencyIn } from './concurrency.ts'
import { emptyQueue, hasStore, openRecordedQueue, type RecordedQueue } from './queue-house.ts'
import { renderQueue } from './render-queue.ts'
import { shownJson } from '../shown.ts'

export const runQueue: RunCommand = async (args, terminal) => {
  if (args.positionals.length > 0)
    throw new UsageError(
      `queue takes options only, and got '${args.positionals[0]}'. To add a card: mayday enqueue CARD`,
    )
  const concurrency = concurrencyIn(args)
  const { colour, columns } = terminal
  const house = await openRecordedQueue(terminal)
  try {
    if (concurrency !== null) change(concurrency, house)
    const view = hasStore(house) ? queueView(house) : emptyQueue(house)
    terminal.out(
      args.flag('json')
        ? `${shownJson({ format: 'mayday.queue/1', ...view }, 2)}\n`
        : renderQueue(view, { nowMs: Date.now(), colour, columns }),
    )
    return 0
  } finally {
    house.store?.close()
  }
}

/** The scheduler at work looks at it again and again. */
function change(concurrency: number, house: RecordedQueue): void {
  if (!hasStore(house) || schedulerHolder(house) === null)
    throw new UsageError(
      `No scheduler works here, so there is no limit to change. Start one: mayday work --concurrency ${concurrency}`,
    )
  setConcurrency(concurrency, house)
}
