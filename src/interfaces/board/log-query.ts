/** Parses which part of a log a request asks for. */
import { RequestError } from './answer.ts'
import type { Sought } from './log-search.ts'
import { MOST_WINDOW_BYTES, type Wanted } from './log-window.ts'
import { numberIn, type Query } from './query.ts'

const DEFAULT_WINDOW_BYTES = 64 * 1024

export const wantedIn = (query: Query<'from' | 'bytes'>): Wanted => ({
  from: numberIn(query, 'from', { default: 0, least: -1, most: Number.MAX_SAFE_INTEGER }),
  bytes: numberIn(query, 'bytes', { default: DEFAULT_WINDOW_BYTES, least: 1, most: MOST_WINDOW_BYTES }),
})

export function soughtIn(query: Query<'q' | 'from' | 'limit'>): Sought {
  const words = query.get('q') ?? ''
  if (words === '' || words.length > 1000)
    throw new RequestError(400, 'QUERY', "'q' needs the text to look for, 1 to 1000 characters.")
  return {
    words,
    from: numberIn(query, 'from', { default: 0, least: 0, most: Number.MAX_SAFE_INTEGER }),
    limit: numberIn(query, 'limit', { default: 100, least: 1, most: 1000 }),
  }
}
