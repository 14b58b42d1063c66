/** Which entries fit the typed words, the best first. */

export type Ranked = {
  /** What is shown, and where a match counts most. */
  readonly name: string
  /** Other words by which it is found. */
  readonly words?: string
}

/** 0 if a word is missing. A match at the start of the name counts most, then one at the start of a word. */
export function scoreOf({ name, words = '' }: Ranked, typed: readonly string[]): number {
  const [shown, other] = [name.toLowerCase(), words.toLowerCase()]
  let score = 1
  for (const word of typed) {
    const found = scoreIn(shown, word) || scoreIn(other, word) / 4
    if (found === 0) return 0
    score += found
  }
  return score
}

function scoreIn(text: string, word: string): number {
  const at = text.indexOf(word)
  if (at < 0) return 0
  if (at === 0) return text.length === word.length ? 16 : 8
  return startsWord(text, word) ? 4 : 1
}

function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return true
  return false
}

export const wordsIn = (typed: string): readonly string[] => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** The entries that fit, the best first; equal ones stay in their order. */
export function bestOf<T extends Ranked>(entries: readonly T[], typed: string, most: number): readonly T[] {
  const words = wordsIn(typed)
  if (words.length === 0) return entries.slice(0, most)
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry)
}
