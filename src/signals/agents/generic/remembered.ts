/** Streams repeat few short words; beyond this they are other ones each time, and all are forgotten. */
const MOST = 2000

/**
 * Remembers what a function answers for words of up to `longest` characters. Longer ones are asked each time:
 * to keep a piece of a text would keep the whole.
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
