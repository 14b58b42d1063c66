/** Of words that are said more and more the last ones are kept. */
const MOST_CHARS = 8000
const LONGEST_PIECE = 4000
/** Of a program that nobody knows the last lines stand for its words. */
const HEARD_LINES = 40
/** One long word or a very long line is data, perhaps a piece of a key whose beginning is gone. */
const LONGEST_LINE = 1000

/** What an agent said last, unredacted. */
export class LastWords {
  #said: string[] = []
  #chars = 0
  #heard: string[] = []

  /** Its own words. */
  say(text: string): void {
    const piece = text.slice(-LONGEST_PIECE)
    this.#said.push(piece)
    this.#chars += piece.length
    while (this.#chars > MOST_CHARS && this.#said.length > 1) this.#chars -= this.#said.shift()?.length ?? 0
  }

  /** A line of a program that nobody knows. It proves nothing, and is kept only for want of words. */
  hear(line: string): void {
    if (line.length > LONGEST_LINE || !/\S\s+\S/.test(line)) return
    if (this.#heard.push(line) > 2 * HEARD_LINES) this.#heard = this.#heard.slice(-HEARD_LINES)
  }

  get latest(): string | undefined {
    return this.#said.at(-1)
  }

  toString(): string {
    return (this.#said.length > 0 ? this.#said : this.#heard.slice(-HEARD_LINES)).join('\n')
  }
}
