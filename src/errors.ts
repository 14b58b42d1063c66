/** What Mayday could not do: a stable `code`, and a message that names the thing and the next step. */
export class MaydayError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** A word outside a closed list: a stage, a dialect, a reason. */
export class UnknownWordError extends MaydayError {
  constructor(what: string, received: string, known: readonly string[]) {
    super('UNKNOWN_WORD', `Unknown ${what} '${received}'. ${suggest(received, known)}`)
  }
}

/** A file or folder that cannot be read as the output of a run. */
export class UnreadableInputError extends MaydayError {
  constructor(message: string, options?: ErrorOptions) {
    super('UNREADABLE_INPUT', message, options)
  }
}

/** A command line that does not say what to do. */
export class UsageError extends MaydayError {
  constructor(message: string) {
    super('USAGE', message)
  }
}

/** The edit distance of two words. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [row, letter] of a.split('').entries()) {
    const now = [row + 1]
    for (const [column, other] of b.split('').entries()) {
      const changed = (before[column] ?? 0) + (letter === other ? 0 : 1)
      now.push(Math.min(changed, (before[column + 1] ?? 0) + 1, (now[column] ?? 0) + 1))
    }
    before = now
  }
  return before.at(-1) ?? 0
}

/** No known word is longer. A longer one is not compared. */
const LONGEST = 60

/** The known word that was most likely meant. Null if none is similar. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > LONGEST) return null
  const near = known
    .map((one) => ({ one, far: distance(word.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)[0]
  const most = Math.max(2, Math.floor(word.length / 3))
  return near === undefined || near.far > most || near.far >= word.length ? null : near.one
}

/** The end of the sentence about an unknown word. */
export function suggest(word: string, known: readonly string[]): string {
  const near = nearest(word, known)
  return near === null ? `Known: ${known.join(', ')}.` : `Did you mean '${near}'?`
}
