import type { JsonObject } from '../../bytes/records.ts'
import { isObject } from '../../bytes/records.ts'
import { has, LONGEST_NAME, meaningOf, SAYS } from './name-meaning.ts'
import { firstIn, shapeOf, type Shape } from './shape.ts'

/** Is this the first record of an agent's stream? It names the agent or the request. */
export function isOpening(record: JsonObject, shape: Shape): boolean {
  if (record['role'] === 'user' || isNamedOpening(record, shape)) return true
  const inner = firstIn(record, shape.inner)
  return isObject(inner) && (inner['role'] === 'user' || isNamedOpening(inner, shapeOf(inner)))
}

function isNamedOpening(record: JsonObject, { openings }: Shape): boolean {
  for (const key of openings) {
    const name = record[key]
    if (typeof name !== 'string' || name.length >= LONGEST_NAME) continue
    if (has(meaningOf(name), SAYS.opening)) return true
  }
  return false
}
