/** The schemas of plain values, of which all other schemas consist. */
import * as v from 'valibot'

/** A count, a size or a time span. */
export const count = v.pipe(v.number(), v.integer(), v.safeInteger(), v.minValue(0))
/** A cost or a time span that need not be an integer. */
export const size = v.pipe(v.number(), v.finite(), v.minValue(0))
export const instant = v.pipe(v.string(), v.isoTimestamp())
