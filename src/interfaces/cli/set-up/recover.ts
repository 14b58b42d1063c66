import { recover, type Recovery } from '../../../scheduling/recover.ts'
import { takeByName } from '../../../supervision/owners.ts'
import type { QueueHouse } from '../../../scheduling/locks.ts'
import type { Screen } from '../command.ts'
import { openRecordedQueue, hasStore } from '../record/queue-house.ts'
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

/** After a crash: everything is ended, written, released or taken up again. `work` does it by itself. */
export async function runRecover(
  { take }: { readonly take: string | undefined },
  screen: Screen,
): Promise<number> {
  // It tells what other commands do in silence.
  using house = await openRecordedQueue({ reconciles: false, repairs: true })
  const found = hasStore(house) ? await recoverHere(house, take) : NOTHING
  if (found.orphans > 0) startAdopter(house.project)
  return screen.answer(found, () => renderRecovery(found, screen))
}

async function recoverHere(house: QueueHouse, take: string | undefined): Promise<Recovery> {
  const { store } = house
  if (take !== undefined) takeByName(take, house)
  const isReplaced = store.replaced() !== null
  const { lessons } = await projectConfig()
  const found = await recover({ ...house, lessons }, isReplaced ? 'all' : 'new')
  if (isReplaced) store.forgetReplaced()
  return found
}
