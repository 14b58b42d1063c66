import { RequestError } from '../board/request-error.ts'

/** The number of callers that may wait for their turn. More are refused. */
const MOST_WAITING = 64

/** Limits how many calls run at the same time. */
export class Bounded {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(most: number) {
    this.#most = most
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    while (this.#running >= this.#most) await this.#turn()
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING)
      throw new RequestError(503, 'BUSY', 'Too many readers ask this node at once. Ask again.')
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
