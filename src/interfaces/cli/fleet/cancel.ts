import { isLive, type RunRecord } from '../../../record/run.ts'
import { findTask } from '../record/find-recorded.ts'
import type { TaskRecord } from '../../../record/task.ts'
import { noteCanceled } from '../../../scheduling/card-events.ts'
import type { QueueContext } from '../../../scheduling/locks.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'

/** The node that has the run stops it at its next lease renewal. Completion wins. */
export async function cancelOnFleet(
  found: RunRecord | TaskRecord,
  context: QueueContext & { readonly ship: () => Promise<void> },
  screen: Screen<Answer<'mayday.cancel/1'>>,
): Promise<number> {
  const { store, clock, ship } = context
  const before = findTask(store, found.task)
  const at = clock.now().toISOString()
  const isCanceled = store.tryMove(before.task, 'cancel', { at }) !== null
  const run = store.runsOf(before.task).at(-1) ?? null
  // A live run writes its own card.
  const runId = before.nextRunId ?? run?.runId ?? null
  if (isCanceled && runId !== null && (run === null || !isLive(run))) noteCanceled(before, runId, context)
  if (isCanceled) await ship()
  const json = { run: run?.run ?? null, task: before.task, card: before.card, canceled: isCanceled }
  return screen.answer({ ...json, status: store.task(before.task)?.status ?? null }, () =>
    isCanceled
      ? `Task ${before.task} is canceled.${run !== null && isLive(run) ? ` Its node stops run ${run.run}.` : ''}\n`
      : `Task ${before.task} has already ended: ${before.status}.\n`,
  )
}
