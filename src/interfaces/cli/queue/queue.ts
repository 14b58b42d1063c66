import { UsageError } from '../../../errors.ts'
import { setConcurrency } from '../../../scheduling/limits.ts'
import { queueView } from '../../../scheduling/queue-view.ts'
import { schedulerHolder } from '../../../scheduling/scheduler.ts'
import type { Screen } from '../command.ts'
import { emptyQueue, hasStore, openRecordedQueue, type RecordedQueue } from '../record/queue-context.ts'
import { renderQueue } from './render-queue.ts'

export type QueueAsked = { readonly concurrency: number | undefined }

export async function runQueue({ concurrency }: QueueAsked, screen: Screen): Promise<number> {
  using context = await openRecordedQueue({ shared: 'reads' })
  if (concurrency !== undefined) change(concurrency, context)
  const view = hasStore(context) ? queueView(context) : emptyQueue(context)
  return screen.answer(view, () => renderQueue(view, { nowMs: Date.now(), ...screen }))
}

/** The scheduler at work looks at it again and again. */
function change(concurrency: number, context: RecordedQueue): void {
  if (!hasStore(context) || schedulerHolder(context) === null)
    throw new UsageError(
      `No scheduler works here, so there is no limit to change. Start one: mayday work --concurrency ${concurrency}`,
    )
  setConcurrency(concurrency, context)
}
