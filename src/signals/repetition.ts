/** So often an agent may do or say the same with nothing between: one that waits for something looks again too. */
const MOST_TIMES = 25

/** How often the agent has now run the same command or said the same words, and got nothing else done between. */
export class Repetition {
  #id = ''
  #command: string | null = null
  #times = 0
  #words = ''
  #timesSaid = 0

  /** `command` is null for a tool that runs none: what it did is not known well enough to call it the same. */
  see(id: string, command: string | null): void {
    if (id === this.#id) return
    this.#times = command !== null && command === this.#command ? this.#times + 1 : 1
    this.#id = id
    this.#command = command
  }

  /** The words before a call that never becomes one, because its arguments are broken, are all there is to see of it. */
  hear(text: string): void {
    const words = text.trim()
    if (words === '') return
    this.#timesSaid = words === this.#words ? this.#timesSaid + 1 : 1
    this.#words = words
  }

  /** A tool did its work. */
  worked(): void {
    this.#timesSaid = 0
  }

  get isLoop(): boolean {
    return this.#times >= MOST_TIMES || this.#timesSaid >= MOST_TIMES
  }
}
