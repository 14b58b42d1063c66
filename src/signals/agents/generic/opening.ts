import type { JsonObject } from '../../bytes/records.ts'
import { isObject } from '../../bytes/records.ts'
import { has, LONGEST_NAME, meaningOf, SAYS } from './name-meaning.ts'
import { firstIn, shapeOf, type Shape } from './shape.ts'

/** A record with which an agent's stream begins: it says who runs, or what was asked. */
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
