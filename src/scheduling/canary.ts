import type { GateRecord } from '../record/task-story.ts'
import { isGone } from '../supervision/owners.ts'
import type { QueueContext } from './locks.ts'

/** The process that tries a gate is alive, or cannot be checked from here. */
export const livesCanary = (
  { canary }: GateRecord,
  context: Pick<QueueContext, 'processes' | 'store' | 'clock'>,
): boolean => !isGone(canary, context)
