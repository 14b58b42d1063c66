/**
 * Every stored or sent shape is one valibot schema. Its type, its validation and its JSON Schema are derived from it.
 *
 * S1 Schemas of files are open: fields of a newer version are ignored, so files stay readable.
 * S2 Validation changes nothing: the value that was read is the value that is used.
 */
import * as v from 'valibot'
import type { Shape } from '../reasons/shape.ts'
import { checkOf } from './compile-check.ts'

export type { Shape }
export { count, instant, size } from '../reasons/basic-schemas.ts'

/** A number that JSON can represent. */
export const amount = v.pipe(v.number(), v.finite())
/** An integer that may be negative, like exit codes of some systems. */
export const whole = v.pipe(v.number(), v.integer(), v.safeInteger())
/** An instant that others may have written: any text that Date can parse. */
export const moment = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'it is not an instant'),
)
export const names = v.array(v.string())

/** S2. */
export const fits = <S extends v.GenericSchema>(schema: S, value: unknown): value is Shape<S> =>
  checkOf(schema)(value)

/** `stages.0.from: Invalid type: Expected number but received "x"`; null if the value fits. */
export function misfitIn(schema: v.GenericSchema, value: unknown): string | null {
  const { issues } = v.safeParse(schema, value, { abortEarly: true })
  const [issue] = issues ?? []
  if (issue === undefined) return null
  const field = v.getDotPath(issue)
  return field === null ? issue.message : `${field}: ${issue.message}`
}

/** Parses text from a file; null if it is not JSON or does not fit. */
export function parseJson<S extends v.GenericSchema>(schema: S, text: string): Shape<S> | null {
  try {
    const found: unknown = JSON.parse(text)
    return fits(schema, found) ? found : null
  } catch {
    // A crash during a write, or damage. The text counts as missing.
    return null
  }
}

/** A schema with a description for the documentation. */
export const described = <S extends v.GenericSchema>(
  schema: S,
  words: string,
): v.SchemaWithPipe<readonly [S, v.DescriptionAction<v.InferOutput<S>, string>]> =>
  v.pipe(schema, v.description(words))
