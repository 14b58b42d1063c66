/** Only the last words of a long message are kept. */
const MOST_CHARS = 8000
const LONGEST_PIECE = 4000
/** For an unknown program, this many last lines count as its words. */
const HEARD_LINES = 40
/** One long word or a very long line is data. It may be a part of a key whose beginning was cut off. */
const LONGEST_LINE = 1000

/** The agent's last words, not redacted. */
export class LastWords {
  #said: string[] = []
  #chars = 0
  #heard: string[] = []

  /** Adds the agent's own words. */
  say(text: string): void {
    const piece = text.slice(-LONGEST_PIECE)
    this.#said.push(piece)
    this.#chars += piece.length
    while (this.#chars > MOST_CHARS && this.#said.length > 1) this.#chars -= this.#said.shift()?.length ?? 0
  }

  /** Adds a line of an unknown program. It proves nothing and is used only if there are no other words. */
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
