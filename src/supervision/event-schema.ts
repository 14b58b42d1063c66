/** An event of a run, one line of events.jsonl. The type and the JSON Schema are derived from here. */
import * as v from 'valibot'
import { stopCauses } from '../reasons/ending.ts'
import { reasonWordSchema } from '../reasons/custom-reason-schema.ts'
import { endingSchema } from '../reasons/ending-schema.ts'
import { count, instant as at, names, size, whole } from '../record/schema.ts'
import { identitySchema } from './processes/processes.ts'
import { runStageSchema as stage } from './run-spec.ts'
import { endedRunStatuses } from '../record/run-states.ts'

/** New kinds of events may be added. Existing ones stay. */
export const eventSchema = v.variant('event', [
  v.object({ at, event: v.literal('run:created'), run: count, runId: v.string() }),
  v.object({ at, event: v.literal('run:rejected'), rejection: v.string() }),
  v.object({
    at,
    event: v.literal('run:adopted'),
    supervisor: identitySchema,
    /** The cause: the scheduler or supervisor that owned the run is gone. */
    why: v.literal('scheduler recovery'),
  }),
  /** The intent: after this event a process may exist. */
  v.object({ at, event: v.literal('stage:starting'), stage, from: count, fromLine: count }),
  v.object({ at, event: v.literal('stage:started'), stage, wrapper: v.nullable(identitySchema), pid: count }),
  v.object({
    at,
    /** The running time of a stage so far, saved for an adopter. */
    event: v.literal('stage:ticked'),
    stage,
    elapsedMs: count,
    silentMs: count,
    /** How long the agent has been retrying a failed request; absent if it is not retrying. */
    retryingMs: v.exactOptional(count),
    /** So far, if the agent says it. */
    turns: v.exactOptional(count),
    costUsd: v.exactOptional(size),
  }),
  v.object({
    at,
    /** The agent itself retries a failed request. */
    event: v.literal('agent:retrying'),
    stage,
    status: v.nullable(count),
    code: v.nullable(v.string()),
    attempt: count,
    of: v.nullable(count),
    nextMs: v.nullable(size),
  }),
  v.object({
    at,
    event: v.literal('stage:extended'),
    stage,
    why: v.picklist(['tool', 'files', 'cpu']),
  }),
  v.object({
    at,
    event: v.literal('stage:stopping'),
    stage,
    by: v.picklist(stopCauses),
    /** The limit that was reached, if it is not the running time. */
    why: v.exactOptional(v.literal('retrying')),
    afterMs: count,
  }),
  v.object({
    at,
    event: v.literal('stage:ended'),
    stage,
    to: count,
    toLine: count,
    ending: endingSchema,
    exitCode: v.nullable(whole),
    endSignal: v.nullable(v.string()),
    durationMs: count,
    io: v.nullable(v.object({ read: count, written: count })),
    memoryProof: v.nullable(v.picklist(['own', 'machine'])),
    /** Why its command could not be started. */
    startError: v.exactOptional(v.string()),
  }),
  v.object({
    at,
    /** A stage failed: the good runs with which its output is compared, newest first. */
    event: v.literal('stage:compared'),
    stage,
    with: v.array(v.object({ run: count, logPath: v.string(), from: count, to: count })),
  }),
  /** The files that this stage changed and no earlier stage did. Written before the next stage starts. */
  v.object({ at, event: v.literal('tree:changed'), stage, files: names }),
  /** The disk of the log or the work tree was full when the stage ended. `says` is the proof. */
  v.object({ at, event: v.literal('disk:full'), stage, says: v.string() }),
  /** Verify runs on the code at the start of the task, for the comparison. */
  v.object({ at, event: v.literal('start:testing'), commit: v.string() }),
  v.object({ at, event: v.literal('strays:stopped'), count, left: count }),
  /** Processes of a stage may still run where Mayday cannot find them. */
  v.object({ at, event: v.literal('strays:unsure'), stage, says: v.string() }),
  v.object({ at, event: v.literal('state:rebuilt'), why: v.string() }),
  v.object({
    at,
    event: v.literal('run:ended'),
    status: v.picklist(endedRunStatuses),
    reason: v.nullable(reasonWordSchema),
    summary: v.string(),
  }),
])
