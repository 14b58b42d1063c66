/**
 * What only the board's server says; every other answer is a view (src/views). All addresses begin with `/api/v1`.
 *
 * The page itself is at `/` only: what it shows is behind `?` or `#`. It opens /events first and asks /state on each
 * `hello`: nothing is missed between the two.
 */
import * as v from 'valibot'
import { count, moment, type Shape } from '../../record/schema.ts'
import { stateSchema } from '../../views/state.ts'

/** The answer to every request that could not be met. */
export const errorAnswerSchema = v.object({ error: v.object({ code: v.string(), message: v.string() }) })

export type ErrorAnswer = Shape<typeof errorAnswerSchema>

/** The parts of the state that are sent whole when they change. */
export const stateParts = v.pick(stateSchema, [
  'counts',
  'omitted',
  'gates',
  'escalations',
  'holder',
  'holderWords',
  'limits',
  'board',
  'filters',
])

const { counts, omitted, gates, escalations, holder, holderWords, limits, board, filters } =
  stateParts.entries

/** What changed. Whole rows replace those with the same task; a part that is missing has not changed. */
export const patchSchema = v.object({
  now: moment,
  tasks: v.exactOptional(stateSchema.entries.tasks),
  /** Tasks that are not in /state any more. */
  gone: v.exactOptional(v.array(count)),
  counts: v.exactOptional(counts),
  omitted: v.exactOptional(omitted),
  gates: v.exactOptional(gates),
  escalations: v.exactOptional(escalations),
  holder: v.exactOptional(holder),
  holderWords: v.exactOptional(holderWords),
  limits: v.exactOptional(limits),
  board: v.exactOptional(board),
  filters: v.exactOptional(filters),
})

export type Patch = Shape<typeof patchSchema>

/**
 * GET /events, server-sent: `event: hello` with `Hello` first, `event: state` with a `Patch` and an id, and
 * `event: ping` each 15 s. After a break ask /state again.
 */
export const helloSchema = v.object({
  /** Another one after a restart of the server. */
  server: v.string(),
  now: moment,
})

export type Hello = Shape<typeof helloSchema>

/** GET /runs/:id/log?from=BYTE|-1&bytes=N: at most 256 KiB (64 KiB if `bytes` is left out); -1 is the end. */
export const logWindowSchema = v.object({
  /** The window begins with the line that contains the offset asked for. */
  from: count,
  to: count,
  /** Of the file, by now. */
  size: count,
  /** With its ANSI sequences, without secrets: to be shown as text only. */
  text: v.string(),
  /** The run may still print. */
  isLive: v.boolean(),
  /** The number of the first line, from 1; null if nobody has counted so far. */
  firstLine: v.nullable(count),
})

export type LogWindow = Shape<typeof logWindowSchema>

/** GET /runs/:id/log/search?q=&from=&limit=: ASCII without regard to case; each call looks at up to 64 MiB. */
export const logSearchSchema = v.object({
  matches: v.array(
    v.object({
      /** Where the match begins, and the line that contains it. */
      offset: count,
      lineOffset: count,
      line: v.nullable(count),
      excerpt: v.string(),
    }),
  ),
  /** Continue from here; null at the end. */
  next: v.nullable(count),
  size: count,
})

export type LogSearch = Shape<typeof logSearchSchema>

/** The answer to an action: a POST with `Content-Type: application/json`; `bodies.ts` has what each takes. */
export const doneSchema = v.object({
  ok: v.literal(true),
  /** What was done, in one sentence. */
  said: v.string(),
})

export type Done = Shape<typeof doneSchema>
