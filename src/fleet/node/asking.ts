import { FleetUnreachableError, provesDown } from '../postgres/database.ts'
import type { NodeEvent } from './node-context.ts'

/** Calls the database, which may be unreachable. Reports once when it becomes unreachable, and once when it is back. */
export class Asking {
  readonly #tell: (event: NodeEvent) => void
  #isAway = false

  constructor(tell: (event: NodeEvent) => void) {
    this.#tell = tell
  }

  get isAway(): boolean {
    return this.#isAway
  }

  /** The answer, or `otherwise` without one. `onDown` is called if the server itself reports that it is down. */
  async ask<T>(otherwise: T, ask: () => Promise<T>, onDown: () => void = () => undefined): Promise<T> {
    try {
      const answer = await ask()
      if (this.#isAway) this.#tell({ event: 'node:back' })
      this.#isAway = false
      return answer
    } catch (error) {
      if (!(error instanceof FleetUnreachableError)) throw error
      if (provesDown(error)) onDown()
      if (!this.#isAway) this.#tell({ event: 'node:away', why: error.message })
      this.#isAway = true
      return otherwise
    }
  }
}
