import type { QueueHouse } from '../../../../scheduling/locks.ts'
import { schedulerHolder } from '../../../../scheduling/scheduler.ts'
import { takeFromSilent } from '../../../../supervision/owners.ts'
import { readStatus, type Status } from '../read-status.ts'
import { statusChanges } from '../status-changes.ts'

const LOOK_EVERY_MS = 1000

/** Says what another scheduler does, until it is gone. False where somebody interrupted. */
export async function observe(
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
