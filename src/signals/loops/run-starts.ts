/**
 * Finds the start of the next run in a file that contains several runs.
 *
 * W1 A run begins with a record that opens one and names a new session. W2 If streams are interleaved, records name
 * known sessions again. They open no run.
 */
import type { JsonObject } from '../bytes/records.ts'
import { isObject } from '../bytes/records.ts'
import { isOpening } from '../agents/generic/opening.ts'
import { firstIn, shapeOf } from '../agents/generic/shape.ts'

/** After this many sessions, no new ones are distinguished. */
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

/** The session that a record names, either directly or in the event that it wraps. */
function sessionOf(record: JsonObject): string {
  const { sessions, inner } = shapeOf(record)
  const own = firstIn(record, sessions)
  if (typeof own === 'string') return own
  const event = firstIn(record, inner)
  const named = isObject(event) ? firstIn(event, shapeOf(event).sessions) : undefined
  return typeof named === 'string' ? named : ''
}
