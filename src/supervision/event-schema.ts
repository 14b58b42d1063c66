/** A moment in a run's story, one line of events.jsonl: its type and its JSON Schema come from here. */
import * as v from 'valibot'
import { stopCauses } from '../reasons/ending.ts'
import { endingSchema, reasonWordSchema } from '../record/run-result.ts'
import { count, instant as at, names, size, whole } from '../record/schema.ts'
import { identitySchema } from './processes/processes.ts'
import { runStageSchema as stage } from './run-spec.ts'

/** New kinds of events may be added; what is here stays. */
export const eventSchema = v.variant('event', [
  v.object({ at, event: v.literal('run:created'), run: count, runId: v.string() }),
  v.object({ at, event: v.literal('run:rejected'), rejection: v.string() }),
  v.object({
    at,
    event: v.literal('run:adopted'),
    supervisor: identitySchema,
    /** What happened: the scheduler or supervisor that had it is gone. */
    why: v.literal('scheduler recovery'),
  }),
  /** The intent: from here on a process may exist. */
  v.object({ at, event: v.literal('stage:starting'), stage, from: count, fromLine: count }),
  v.object({ at, event: v.literal('stage:started'), stage, wrapper: v.nullable(identitySchema), pid: count }),
  v.object({
    at,
    /** The running time of a stage so far, kept for an adopter. */
    event: v.literal('stage:ticked'),
    stage,
    elapsedMs: count,
    silentMs: count,
    /** How long the agent has been trying a failed request again; not there where it is not. */
    retryingMs: v.exactOptional(count),
  }),
  v.object({
    at,
    /** The agent tries a failed request again by itself. */
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
    /** Which limit it was, where it is not the running time. */
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
    /** A stage failed: the good runs that its output is compared with, the newest first. */
    event: v.literal('stage:compared'),
    stage,
    with: v.array(v.object({ run: count, logPath: v.string(), from: count, to: count })),
  }),
  /** The files that a stage changed and no stage before it; told before the next stage starts. */
  v.object({ at, event: v.literal('tree:changed'), stage, files: names }),
  /** A stage ended while the disk of its log or its work tree was full; `says` is the proof. */
  v.object({ at, event: v.literal('disk:full'), stage, says: v.string() }),
  /** Verify runs at the start of the task, to compare with. */
  v.object({ at, event: v.literal('start:testing'), commit: v.string() }),
  v.object({ at, event: v.literal('strays:stopped'), count, left: count }),
  /** Processes of a stage may still run where Mayday cannot find them. */
  v.object({ at, event: v.literal('strays:unsure'), stage, says: v.string() }),
  v.object({ at, event: v.literal('state:rebuilt'), why: v.string() }),
  v.object({
    at,
    event: v.literal('run:ended'),
    status: v.picklist(['succeeded', 'failed', 'canceled']),
    reason: v.nullable(reasonWordSchema),
    summary: v.string(),
  }),
])
