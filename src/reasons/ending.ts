import type { endingSchema } from './ending-schema.ts'
import type { Shape } from './shape.ts'

/** Why Mayday stopped a process. `done`: it had written its final message and did not exit. */
export const stopCauses = ['timeout', 'idle', 'cancel', 'done'] as const

export type StopCause = (typeof stopCauses)[number]

/**
 * How a process ended. This is not the reason: a run that was
 * stopped at its limit may have failed because of a dead provider.
 */
export type Ending = Shape<typeof endingSchema>
