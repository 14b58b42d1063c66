/**
 * Every kept or sent shape is one valibot schema: its type, the check at the border and its JSON Schema come from it.
 *
 * S1 Schemas of files are open: what a newer version writes besides is passed over, so files stay readable. S2 A check
 * changes nothing: the value that was read is the value that is used.
 */
import * as v from 'valibot'
import { checkOf } from './compile-check.ts'

type Immutable<T> = unknown extends T ? T : { readonly [Key in keyof T]: Immutable<T[Key]> }

/** The type of what fits a schema. */
export type Shape<S extends v.GenericSchema> = Immutable<v.InferOutput<S>>

/** A number that JSON can hold. */
export const amount = v.pipe(v.number(), v.finite())
/** A cost or a time span that need not be whole. */
export const size = v.pipe(v.number(), v.finite(), v.minValue(0))
/** It may be negative, as exit codes of some systems are. */
export const whole = v.pipe(v.number(), v.integer(), v.safeInteger())
/** A count, a size or a time span. */
export const count = v.pipe(v.number(), v.integer(), v.safeInteger(), v.minValue(0))
export const instant = v.pipe(v.string(), v.isoTimestamp())
/** An instant that others may have written: whatever a date can be read from. */
export const moment = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'it is no instant'),
)
export const names = v.array(v.string())

/** S2. */
export const fits = <S extends v.GenericSchema>(schema: S, value: unknown): value is Shape<S> =>
  checkOf(schema)(value)

/** `stages.0.from: Invalid type: Expected number but received "x"`; null where the value fits. */
export function misfitIn(schema: v.GenericSchema, value: unknown): string | null {
  const { issues } = v.safeParse(schema, value, { abortEarly: true })
  const [issue] = issues ?? []
  if (issue === undefined) return null
  const field = v.getDotPath(issue)
  return field === null ? issue.message : `${field}: ${issue.message}`
}

/** Text that came from a file; null where it is no JSON or does not fit. */
export function parseJson<S extends v.GenericSchema>(schema: S, text: string): Shape<S> | null {
  try {
    const found: unknown = JSON.parse(text)
    return fits(schema, found) ? found : null
  } catch {
    // A crash in the middle of a write, or damage: what cannot be read was not said.
    return null
  }
}
