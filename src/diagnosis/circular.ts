/** The comparison of approaches that the recovery document specifies. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'with using the a an and or but in on at to for trying'.split(' '),
)

/** The number of earlier attempts that are compared. */
export const WINDOW = 3
const SIMILAR = 0.3

/** One earlier attempt at the same task. */
export type Attempt = {
  readonly approach?: string
  /** The number of its run, for display. */
  readonly run?: number
}

function keywordsOf(approach: string): ReadonlySet<string> {
  const words = approach.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return new Set(words.filter((word) => word !== '' && !STOP_WORDS.has(word)))
}

/** Similar means a Jaccard index over 0.3 with at least two common words, or exactly the same words. */
export function areSimilar(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false
  const shared = a.intersection(b).size
  if (shared === a.size && shared === b.size) return true
  return shared >= 2 && shared / a.union(b).size > SIMILAR
}

/**
 * Was this approach tried at least twice in the last three attempts? Compare approaches, never error texts. The
 * result is false with fewer than two earlier attempts.
 *
 * @example isCircular('Using async await pattern', ['Using async await for fetch', 'Using async/await with try-catch']) // true
 */
export function isCircular(approach: string, attempts: readonly (string | Attempt)[]): boolean {
  if (attempts.length < 2) return false
  const current = keywordsOf(approach)
  const similar = attempts
    .slice(-WINDOW)
    .map((attempt) => (typeof attempt === 'string' ? attempt : (attempt.approach ?? '')))
    .filter((earlier) => areSimilar(current, keywordsOf(earlier)))
  return similar.length >= 2
}
