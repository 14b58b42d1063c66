/**
 * Words that a line must contain for an expression to match it, so that hundreds of expressions can be
 * asked at once. A superset: a line with the word need not match, a line without any of them cannot.
 */

/** Shorter pieces stand in every line and would tell nothing. */
const SHORTEST = 3

/** What a line must have: one of the words, or a match of the rest, the alternatives without a word. */
export type Needs = { readonly words: readonly string[]; readonly rest: string | null }

export function needsOf(source: string): Needs {
  const words: string[] = []
  const rest: string[] = []
  for (const alternative of alternativesOf(source)) {
    const best = wordsOf(alternative)
    if (best === null) rest.push(alternative)
    else words.push(...best)
  }
  return { words, rest: rest.length === 0 ? null : rest.join('|') }
}

/** Words of which a match has at least one, in lower case; null where there are none to rely on. */
function wordsInAll(source: string): readonly string[] | null {
  const all = alternativesOf(source).map(wordsOf)
  return all.includes(null) ? null : all.flatMap((words) => words ?? [])
}

/** The index behind the piece that begins at `at`: an escape, a class, a group, or one character. */
function endOfPiece(source: string, at: number): number {
  const char = source[at]
  if (char === '\\') return at + (source[at + 1] === 'u' ? 6 : source[at + 1] === 'x' ? 4 : 2)
  if (char === '[') return endOfClass(source, at)
  if (char !== '(') return at + 1
  let end = at + 1
  while (end < source.length && source[end] !== ')') end = endOfPiece(source, end)
  return end + 1
}

function endOfClass(source: string, at: number): number {
  let end = at + 1
  while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1
  return end + 1
}

function alternativesOf(source: string): readonly string[] {
  const alternatives: string[] = []
  let start = 0
  for (let at = 0; at < source.length; at = endOfPiece(source, at)) {
    if (source[at] !== '|') continue
    alternatives.push(source.slice(start, at))
    start = at + 1
  }
  return [...alternatives, source.slice(start)]
}

/** The longest plain run of an alternative, else the words of a group that it cannot do without. */
function wordsOf(alternative: string): readonly string[] | null {
  let longest = ''
  let run = ''
  let group: readonly string[] | null = null
  for (let at = 0; at < alternative.length;) {
    const end = endOfPiece(alternative, at)
    const piece = alternative.slice(at, end)
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(alternative.slice(end, end + 12))?.[0] ?? ''
    const needed = !/^(?:[*?]|\{0)/.test(quantifier)
    const plain = plainOf(piece)
    if (plain !== null && quantifier === '') run += plain
    else {
      if (plain !== null && needed) run += plain
      if (run.length > longest.length) longest = run
      run = ''
      if (needed && piece.startsWith('(') && !/^\(\?(?:[!=]|<[!=])/.test(piece))
        group ??= wordsInAll(piece.slice(piece.startsWith('(?:') ? 3 : 1, -1))
    }
    at = end + quantifier.length
  }
  if (run.length > longest.length) longest = run
  if (longest.length >= SHORTEST || /[^\0-\x7f]/.test(longest)) return [longest.toLowerCase()]
  return group
}

/** The character that a piece stands for, or null where it stands for many or for none. */
function plainOf(piece: string): string | null {
  if (piece.length === 1) return '.^$'.includes(piece) ? null : piece
  const escaped = /^\\([^\w])$/.exec(piece)?.[1]
  return escaped ?? null
}
