/** Parses which part of a log a request asks for. */
import * as v from 'valibot'
import { MOST_WINDOW_BYTES } from './log-window.ts'
import { wholeNumber } from './query.ts'

const DEFAULT_WINDOW_BYTES = 64 * 1024
const WORDS = 'needs the text to look for, 1 to 1000 characters'

export const windowQuery = v.object({
  from: v.optional(wholeNumber(-1), '0'),
  bytes: v.optional(wholeNumber(1, MOST_WINDOW_BYTES), `${DEFAULT_WINDOW_BYTES}`),
})

export const searchQuery = v.object({
  q: v.optional(v.pipe(v.string(), v.nonEmpty(WORDS), v.maxLength(1000, WORDS)), ''),
  from: v.optional(wholeNumber(0), '0'),
  limit: v.optional(wholeNumber(1, 1000), '100'),
})
