/**
 * The schemas of a run's other files. Mayday wrote them, but a disk, a backup or an agent may have changed them
 * since. A file that does not fit counts as missing.
 */
import * as v from 'valibot'
import { instant, parseJson } from '../record/schema.ts'
import { eventSchema } from './event-schema.ts'
import type { Recorded } from './run-event.ts'

/** `env.json`. */
export const environmentSchema = v.record(v.string(), v.string())

const kinds: ReadonlySet<string> = new Set(eventSchema.options.map(({ entries }) => entries.event.literal))

/** An event kind from a newer version. */
const newerEvent = v.custom<Recorded>(
  (value) =>
    v.is(v.object({ event: v.string(), at: instant }), value) &&
    !kinds.has(String(Reflect.get(Object(value), 'event'))),
)

/** Parses a line of events.jsonl; null if it is invalid. A kind from a newer version is kept as it is. */
export const eventIn = (line: string): Recorded | null =>
  parseJson(eventSchema, line) ?? parseJson(newerEvent, line)
