/**
 * Finds where the next run begins in a file that holds the streams of several runs.
 *
 * W1 A run begins with a record that opens one and names a session nobody has named before. W2 Streams that are mixed
 * with one another name known sessions again, which opens nothing.
 */
import type { JsonObject } from '../bytes/records.ts'
import { isObject } from '../bytes/records.ts'
import { isOpening } from '../agents/generic/opening.ts'
import { firstIn, shapeOf } from '../agents/generic/shape.ts'

/** More sessions than this are not told apart. */
const MOST_SESSIONS = 5000

export class RunStarts {
  readonly #known = new Set<string>()

  /** Does this record open a run after another one? */
  opens(record: JsonObject): boolean {
    const session = sessionOf(record)
    if (session === '' || this.#known.has(session) || this.#known.size >= MOST_SESSIONS) return false
    const isFirst = this.#known.size === 0
    if (!isFirst && !isOpening(record, shapeOf(record))) return false
    this.#known.add(session)
    return !isFirst
  }
}

/** The session that a record names, in itself or in the event that it wraps. */
function sessionOf(record: JsonObject): string {
  const { sessions, inner } = shapeOf(record)
  const own = firstIn(record, sessions)
  if (typeof own === 'string') return own
  const event = firstIn(record, inner)
  const named = isObject(event) ? firstIn(event, shapeOf(event).sessions) : undefined
  return typeof named === 'string' ? named : ''
}
