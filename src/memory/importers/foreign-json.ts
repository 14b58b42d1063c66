/** Reads JSON files of another program. Missing values and values of another type are empty. */
import { isObject } from '../../signals/bytes/records.ts'
import { realpathSync } from 'node:fs'
import { MaydayError, UnreadableInputError } from '../../errors.ts'
import { readPlain } from '../../record/plain-file.ts'

export type Json = Readonly<Record<string, unknown>>

export function readJson(path: string): Json {
  let text: string
  try {
    text = readPlain(realpathSync(path)).toString('utf8')
  } catch (error) {
    if (error instanceof MaydayError) throw error
    throw new UnreadableInputError(`Cannot read ${path}. Give the path of an existing file.`, {
      cause: error,
    })
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch (error) {
    throw new UnreadableInputError(`${path} is not JSON and cannot be imported.`, { cause: error })
  }
  throw new UnreadableInputError(`${path} is not a file of Auto-Claude: a JSON object was expected.`)
}

export const recordIn = (value: unknown, key: string): Json | null => {
  const found = isObject(value) ? value[key] : null
  return isObject(found) ? found : null
}

export const listIn = (value: unknown, key: string): readonly Json[] => {
  const found = isObject(value) ? value[key] : null
  return Array.isArray(found) ? found.filter(isObject) : []
}

export const textIn = (value: Json, key: string): string => {
  const found = value[key]
  return typeof found === 'string' ? found : ''
}

/** A time without a zone is in the zone of the machine that wrote it. */
export function instantOf(text: string): string {
  const ms = Date.parse(text)
  return new Date(Number.isNaN(ms) ? 0 : ms).toISOString()
}
