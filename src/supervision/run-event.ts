import type { Shape } from '../record/schema.ts'
import type { eventSchema } from './event-schema.ts'

/** A line of events.jsonl, with its time in UTC. */
export type Recorded = Shape<typeof eventSchema>

type WithoutMoment<E> = E extends unknown ? Omit<E, 'at'> : never

export type RunEvent = WithoutMoment<Recorded>
