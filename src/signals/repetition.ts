/** An agent may do or say the same thing this often in a row. An agent that waits for something also polls. */
const MOST_TIMES = 25

/** Counts how often the agent ran the same command or said the same words in a row without other progress. */
export class Repetition {
  #id = ''
  #command: string | null = null
  #times = 0
  #words = ''
  #timesSaid = 0

  /** `command` is null for a tool that runs no command. Too little is known about such calls to compare them. */
  see(id: string, command: string | null): void {
    if (id === this.#id) return
    this.#times = command !== null && command === this.#command ? this.#times + 1 : 1
    this.#id = id
    this.#command = command
  }

  /** If the arguments of a call are broken, the call never starts. Then only the words before it are visible. */
  hear(text: string): void {
    const words = text.trim()
    if (words === '') return
    this.#timesSaid = words === this.#words ? this.#timesSaid + 1 : 1
    this.#words = words
  }

  /** Notes that a tool succeeded. */
  worked(): void {
    this.#timesSaid = 0
  }

  get isLoop(): boolean {
    return this.#times >= MOST_TIMES || this.#timesSaid >= MOST_TIMES
  }
}
