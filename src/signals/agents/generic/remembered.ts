/**
 * Streams repeat a few short words. If there are more than this, the words are new each time, and the cache is
 * cleared.
 */
const MOST = 2000

/**
 * Caches the answers of a function for words of up to `longest` characters. Longer words are not cached, because a
 * slice keeps the whole text in memory.
 */
export function remembered<Answer extends {} | null>(
  ask: (word: string) => Answer,
  longest: number,
): (word: string) => Answer {
  const answers = new Map<string, Answer>()
  return (word) => {
    if (word.length > longest) return ask(word)
    const known = answers.get(word)
    if (known !== undefined) return known
    const answer = ask(word)
    if (answers.size >= MOST) answers.clear()
    answers.set(word, answer)
    return answer
  }
}
