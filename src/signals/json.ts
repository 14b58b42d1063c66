import { isObject, type JsonObject } from './bytes/records.ts'
import { tryJson } from './bytes/try-json.ts'

/** These functions read fields of untrusted JSON. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

export const object = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const objects = (value: unknown): readonly JsonObject[] => list(value).filter(isObject)

/** The text of a message that consists of parts. */
export const textOfParts = (parts: unknown): string =>
  objects(parts)
    .map((part) => text(part['text']))
    .join('\n')

/** The object that a text encodes, or null. */
export function parseObject(json: string): JsonObject | null {
  const value = tryJson(json)
  return isObject(value) ? value : null
}
