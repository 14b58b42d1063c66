import { UsageError } from '../../../errors.ts'
import { setConcurrency } from '../../../scheduling/limits.ts'
import { schedulerHolder } from '../../../scheduling/scheduler-lease.ts'
import { readQueue } from '../../../views/queue.ts'
import { isRecorded, type MaybeRecorded } from '../../../views/view.ts'
import type { Screen } from '../command.ts'
import { openRecordedQueue } from '../record/queue-context.ts'
import { renderQueue } from './render-queue.ts'

export type QueueAsked = { readonly concurrency: number | undefined }

export async function runQueue({ concurrency }: QueueAsked, screen: Screen): Promise<number> {
  using context = await openRecordedQueue({ shared: 'reads' })
  if (concurrency !== undefined) change(concurrency, context)
  const queue = readQueue(context)
  const stranded = queue.queued.length === 0 ? [] : ((await context.stranded?.()) ?? [])
  return screen.answer(queue, () =>
    [renderQueue(queue, { nowMs: Date.now(), ...screen }), ...stranded.map((line) => `${line}\n`)].join(''),
  )
}

/** A running scheduler reads the value again at an interval. */
function change(concurrency: number, context: MaybeRecorded): void {
  if (!isRecorded(context) || schedulerHolder(context) === null)
    throw new UsageError(
      `No scheduler is running here, so there is no limit to change. Start one: mayday work --concurrency ${concurrency}`,
    )
  setConcurrency(concurrency, context)
}
