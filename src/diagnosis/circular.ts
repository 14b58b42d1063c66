/**
 * Is the agent trying the same thing again? By what it says it does (keywords of the approach), and by what
 * really repeats: the same error, the same failing tests, the same diff.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'with using the a an and or but in on at to for trying'.split(' '),
)

const WINDOW = 3
const SIMILAR = 0.3

/** One earlier attempt at the same task, oldest first. A plain string is its approach. */
export type Attempt = {
  readonly approach?: string
  /** Fingerprint of its error. */
  readonly fingerprint?: string
  readonly failingTests?: readonly string[]
  /** Any digest of its diff. */
  readonly diff?: string
}

function keywordsOf(approach: string): ReadonlySet<string> {
  const words = approach.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return new Set(words.filter((word) => word !== '' && !STOP_WORDS.has(word)))
}

/** Jaccard over 0.3 with at least two words in common, or the very same words. */
function areSimilar(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false
  const shared = a.intersection(b).size
  if (shared === a.size && shared === b.size) return true
  return shared >= 2 && shared / a.union(b).size > SIMILAR
}

/** Do two approaches say the same, by their keywords? */
export const areSimilarApproaches = (a: string, b: string): boolean =>
  areSimilar(keywordsOf(a), keywordsOf(b))

/**
 * Was this approach tried at least twice among the last three attempts? Compare approaches, never error
 * texts. Fewer than two earlier attempts is never circular.
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

/** The same thing three times in a row, or two things by turns (A B A B). */
function repeats(now: string | undefined, earlier: readonly (string | undefined)[]): boolean {
  if (now === undefined || now === '') return false
  const [third, second, last] = [earlier.at(-3), earlier.at(-2), earlier.at(-1)]
  if (last === now && second === now) return true
  return second === now && last !== undefined && last === third && last !== now
}

const testsKey = (attempt: Attempt): string | undefined =>
  attempt.failingTests === undefined || attempt.failingTests.length === 0
    ? undefined
    : attempt.failingTests.toSorted().join('\n')

/** Circular by approach, or by what really repeats. */
export function isGoingInCircles(current: Attempt, history: readonly Attempt[]): boolean {
  if (isCircular(current.approach ?? '', history)) return true
  return (
    repeats(
      current.fingerprint,
      history.map((attempt) => attempt.fingerprint),
    ) ||
    repeats(testsKey(current), history.map(testsKey)) ||
    repeats(
      current.diff,
      history.map((attempt) => attempt.diff),
    )
  )
}
