/** So often an agent may run the same command with nothing between: one that waits for something looks again too. */
const MOST_TIMES = 25

/** How often the agent has now run the same command, with no other tool between. */
export class Repetition {
  #id = ''
  #command: string | null = null
  #times = 0

  /** `command` is null for a tool that runs none: what it did is not known well enough to call it the same. */
  see(id: string, command: string | null): void {
    if (id === this.#id) return
    this.#times = command !== null && command === this.#command ? this.#times + 1 : 1
    this.#id = id
    this.#command = command
  }

  get isLoop(): boolean {
    return this.#times >= MOST_TIMES
  }
}
