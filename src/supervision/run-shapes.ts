/**
 * What the other files of a run must hold to be believed. Mayday wrote them, but a disk, a backup or an agent may have
 * changed them since: what does not fit is treated as not there.
 */
import * as v from 'valibot'
import type { KnownTests } from '../diagnosis/compare-tests.ts'
import { count, instant, names, parseJson } from '../record/schema.ts'
import { eventSchema } from './event-schema.ts'
import type { Recorded } from './run-event.ts'

const testRun = v.object({ failed: count, passed: count, names })

/** `compare.json`. */
export const knownTestsSchema: v.GenericSchema<KnownTests> = v.object({
  start: v.union([testRun, v.object({ why: v.string() })]),
  flaky: v.array(v.object({ name: v.string(), failed: count, runs: count, lastAt: v.string() })),
})

/** `env.json`. */
export const environmentSchema = v.record(v.string(), v.string())

const kinds: ReadonlySet<string> = new Set(eventSchema.options.map(({ entries }) => entries.event.literal))

/** A kind that a newer version wrote. */
const newerEvent = v.custom<Recorded>(
  (value) =>
    v.is(v.object({ event: v.string(), at: instant }), value) &&
    !kinds.has(String(Reflect.get(Object(value), 'event'))),
)

/** A line of events.jsonl; null where it says nothing. A kind that a newer version wrote is kept as it is. */
export const eventIn = (line: string): Recorded | null =>
  parseJson(eventSchema, line) ?? parseJson(newerEvent, line)
