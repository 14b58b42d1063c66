import * as v from 'valibot'
import { endingSchema } from '../diagnosis/explanation-schema.ts'
import { stopCauses } from '../reasons/ending.ts'
import { reasonWordSchema } from '../record/result-schema.ts'
import type { ProcessIdentity } from './processes/processes.ts'
import type { Recorded } from './run-event.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const at = v.pipe(v.string(), v.isoTimestamp())
const stage = v.picklist(['git_clone', 'git_checkout', 'setup', 'baseline_run', 'agent_run', 'final_test'])

const identity: v.GenericSchema<ProcessIdentity> = v.strictObject({
  pid: count,
  startedAt: v.string(),
  boot: v.string(),
  namespace: v.nullable(v.string()),
  host: v.string(),
})

/** A line of events.jsonl. New kinds of events may be added; what is here stays. */
export const eventSchema: v.GenericSchema<Recorded> = v.variant('event', [
  v.strictObject({ at, event: v.literal('run:created'), run: count, runId: v.string() }),
  v.strictObject({ at, event: v.literal('run:rejected'), rejection: v.string() }),
  v.strictObject({
    at,
    event: v.literal('run:adopted'),
    supervisor: identity,
    why: v.literal('scheduler recovery'),
  }),
  v.strictObject({ at, event: v.literal('stage:starting'), stage, from: count, fromLine: count }),
  v.strictObject({ at, event: v.literal('stage:started'), stage, wrapper: v.nullable(identity), pid: count }),
  v.strictObject({
    at,
    event: v.literal('stage:ticked'),
    stage,
    elapsedMs: count,
    silentMs: count,
    retryingMs: v.exactOptional(count),
  }),
  v.strictObject({
    at,
    event: v.literal('agent:retrying'),
    stage,
    status: v.nullable(count),
    code: v.nullable(v.string()),
    attempt: count,
    of: v.nullable(count),
    nextMs: v.nullable(v.pipe(v.number(), v.minValue(0))),
  }),
  v.strictObject({
    at,
    event: v.literal('stage:extended'),
    stage,
    why: v.picklist(['tool', 'files', 'cpu']),
  }),
  v.strictObject({
    at,
    event: v.literal('stage:stopping'),
    stage,
    by: v.picklist(stopCauses),
    why: v.exactOptional(v.literal('retrying')),
    afterMs: count,
  }),
  v.strictObject({
    at,
    event: v.literal('stage:ended'),
    stage,
    to: count,
    toLine: count,
    ending: endingSchema,
    exitCode: v.nullable(count),
    endSignal: v.nullable(v.string()),
    durationMs: count,
    io: v.nullable(v.strictObject({ read: count, written: count })),
    memoryProof: v.nullable(v.picklist(['own', 'machine'])),
    startError: v.exactOptional(v.string()),
  }),
  v.strictObject({
    at,
    event: v.literal('stage:compared'),
    stage,
    with: v.array(v.strictObject({ run: count, logPath: v.string(), from: count, to: count })),
  }),
  v.strictObject({ at, event: v.literal('tree:changed'), stage, files: v.array(v.string()) }),
  v.strictObject({ at, event: v.literal('disk:full'), stage, says: v.string() }),
  v.strictObject({ at, event: v.literal('start:testing'), commit: v.string() }),
  v.strictObject({ at, event: v.literal('strays:stopped'), count, left: count }),
  v.strictObject({ at, event: v.literal('strays:unsure'), stage, says: v.string() }),
  v.strictObject({ at, event: v.literal('state:rebuilt'), why: v.string() }),
  v.strictObject({
    at,
    event: v.literal('run:ended'),
    status: v.picklist(['succeeded', 'failed', 'canceled']),
    reason: v.nullable(reasonWordSchema),
    summary: v.string(),
  }),
])
