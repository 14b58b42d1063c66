import { isObject, type JsonObject } from './bytes/records.ts'

/** Reading fields of foreign JSON without trusting any of it. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

export const object = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const objects = (value: unknown): readonly JsonObject[] => list(value).filter(isObject)
