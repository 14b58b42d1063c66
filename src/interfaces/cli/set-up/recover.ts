import { recover, type Recovery } from '../../../scheduling/recover.ts'
import { takeByName } from '../../../supervision/owners.ts'
import type { QueueContext } from '../../../scheduling/locks.ts'
import { isRecorded } from '../../../views/view.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { openRecordedQueue } from '../record/queue-context.ts'
import { projectConfig } from '../config/project-config.ts'
import { startAdopter } from '../record/launch-mayday.ts'
import { renderRecovery } from './render-recovery.ts'

const NOTHING: Recovery = {
  ended: [],
  taken: [],
  orphans: 0,
  stuck: [],
  unchecked: [],
  locksCleared: [],
  cardsWritten: [],
  cardsPending: [],
  decisions: { restored: [], unrestored: [] },
  queued: 0,
  deferred: 0,
  waiting: 0,
}

/** After a crash: ends runs, writes card events, releases locks and continues tasks. `work` does it automatically. */
export async function runRecover(
  { take }: { readonly take: string | undefined },
  screen: Screen<Answer<'mayday.recover/1'>>,
): Promise<number> {
  // It reports what other commands do silently.
  using context = await openRecordedQueue({ reconciles: false, repairs: true })
  const found = isRecorded(context) ? await recoverHere(context, take) : NOTHING
  if (found.orphans > 0) startAdopter(context.project)
  return screen.answer(found, () => renderRecovery(found, screen))
}

async function recoverHere(context: QueueContext, take: string | undefined): Promise<Recovery> {
  const { store } = context
  if (take !== undefined) takeByName(take, context)
  const isReplaced = store.replaced() !== null
  const { lessons } = await projectConfig()
  const found = await recover({ ...context, lessons }, isReplaced ? 'all' : 'new')
  if (isReplaced) store.forgetReplaced()
  return found
}
