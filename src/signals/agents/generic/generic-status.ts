import type { JsonObject } from '../../bytes/records.ts'
import { number } from '../../json.ts'
import { shapeOf, type Shape } from './shape.ts'

/** The positions of an HTTP status in a message: at the start, after a word that announces it, or in brackets. */
const STATUSES: readonly RegExp[] = [
  /^(?:error:? )?([45]\d\d)(?=:? ["'{[A-Za-z]|$)/i,
  /\b(?:status(?: code)?|HTTP|error|error code)[:= ]{1,2}(?:HTTP )?([45]\d\d)\b(?! ?(?:ms|s|lines?|files?|tests?)\b)/i,
  /\b(?:error|request|failed|gateway|unauthori[sz]ed|forbidden|unavailable|requests) \(([45]\d\d)(?: [A-Z][\w ]{1,40})?\)/i,
]

/** The HTTP status in a message. */
export const statusIn = (message: string): number | undefined => {
  const head = message.slice(0, 500)
  const found = STATUSES.map((form) => form.exec(head)?.[1]).find((status) => status !== undefined)
  return found === undefined ? undefined : Number(found)
}

/** The HTTP status in the fields of a record. */
export function statusOf(record: JsonObject, { httpStatuses }: Shape = shapeOf(record)): number | undefined {
  for (const key of httpStatuses) {
    const value = record[key]
    const isCode = typeof value === 'string' && value.length === 3 && /^[45]\d\d$/.test(value)
    const status = isCode ? Number(value) : number(value)
    if (status !== undefined && status >= 400 && status < 600) return status
  }
  return undefined
}
