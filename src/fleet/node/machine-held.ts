import { decideAt } from '../../recovery/gates.ts'
import type { QueueContext } from '../../scheduling/locks.ts'
import { isShared } from '../needs.ts'

/** A full disk or a dead Docker concerns only this machine: other nodes can do the work. */
export const isMachineHeld = ({ store, clock }: Pick<QueueContext, 'store' | 'clock'>): boolean =>
  store
    .gates()
    .some((gate) => !isShared(gate.key) && decideAt(gate, clock.now(), { isCanaryAlive: true }) === 'closed')
