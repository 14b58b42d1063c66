/**
 * Types of the answers that only the board's server gives; every other answer is a view (src/views). All paths begin
 * with `/api/v1`.
 *
 * The page is served only at `/`. Its own state is after `?` or `#`. The page opens /events first and requests /state
 * after each `hello`, so it misses nothing between the two.
 */
import * as v from 'valibot'
import { count, moment, type Shape } from '../../record/schema.ts'
import { nodeStates } from '../../views/nodes.ts'
import { stateSchema } from '../../views/state.ts'

/** The answer to every request that fails. */
export const errorAnswerSchema = v.object({ error: v.object({ code: v.string(), message: v.string() }) })

export type ErrorAnswer = Shape<typeof errorAnswerSchema>

/** The parts of the state that are sent completely when they change. */
export const stateParts = v.pick(stateSchema, [
  'counts',
  'omitted',
  'gates',
  'escalations',
  'needs',
  'holder',
  'holderWords',
  'limits',
  'board',
  'filters',
])

const { counts, omitted, gates, escalations, needs, holder, holderWords, limits, board, filters } =
  stateParts.entries

/** A change of the state. Each row replaces the row with the same task; a missing part has not changed. */
export const patchSchema = v.object({
  now: moment,
  tasks: v.exactOptional(stateSchema.entries.tasks),
  /** Tasks that are no longer in /state. */
  gone: v.exactOptional(v.array(count)),
  counts: v.exactOptional(counts),
  omitted: v.exactOptional(omitted),
  gates: v.exactOptional(gates),
  escalations: v.exactOptional(escalations),
  needs: v.exactOptional(needs),
  holder: v.exactOptional(holder),
  holderWords: v.exactOptional(holderWords),
  limits: v.exactOptional(limits),
  board: v.exactOptional(board),
  filters: v.exactOptional(filters),
})

export type Patch = Shape<typeof patchSchema>

/**
 * GET /events, server-sent: first `event: hello` with `Hello`, then `event: state` with a `Patch` and an id, and
 * `event: ping` every 15 s. After a lost connection the client requests /state again.
 */
export const helloSchema = v.object({
  /** Changes when the server restarts. */
  server: v.string(),
  now: moment,
})

export type Hello = Shape<typeof helloSchema>

/** GET /runs/:id/log?from=BYTE|-1&bytes=N: at most 256 KiB (default 64 KiB); `from=-1` means the end. */
export const logWindowSchema = v.object({
  /** The window begins at the start of the line that contains the requested offset. */
  from: count,
  to: count,
  /** The current size of the file. */
  size: count,
  /** It may contain ANSI sequences but no secrets. The page must show it as text only. */
  text: v.string(),
  /** True while the run may still print. */
  isLive: v.boolean(),
  /** The number of the first line, from 1; null if it is not known. */
  firstLine: v.nullable(count),
})

export type LogWindow = Shape<typeof logWindowSchema>

/** GET /runs/:id/log/search?q=&from=&limit=: ignores the case of ASCII letters; each call reads at most 64 MiB. */
export const logSearchSchema = v.object({
  matches: v.array(
    v.object({
      /** The start of the match, and the line that contains it. */
      offset: count,
      lineOffset: count,
      line: v.nullable(count),
      excerpt: v.string(),
    }),
  ),
  /** The offset at which to continue; null at the end. */
  next: v.nullable(count),
  size: count,
})

export type LogSearch = Shape<typeof logSearchSchema>

/** GET /runs/:id/node: where the run ran; null if the board shows no fleet. */
export const runNodeSchema = v.object({
  node: v.nullable(
    v.object({
      name: v.string(),
      state: v.picklist(nodeStates),
      silentMs: count,
      servesLogs: v.boolean(),
    }),
  ),
})

export type RunNode = Shape<typeof runNodeSchema>

/**
 * The answer to an action: a POST with `Content-Type: application/json`. `bodies.ts` defines the body of each action.
 */
export const doneSchema = v.object({
  ok: v.literal(true),
  /** What was done, as one sentence. */
  said: v.string(),
})

export type Done = Shape<typeof doneSchema>
