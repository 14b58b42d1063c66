/**
 * Sends telemetry to a collector.
 *
 * X1 Only the end of the command waits for it, and at most a second. X2 The queue is bounded. Items that do not fit,
 * or that the collector does not accept, are dropped and counted. Their number is reported once.
 */
import { posted, type Posted } from './posted.ts'

export type Destination = {
  /** Without `/v1/traces`. */
  readonly endpoint: URL
  readonly headers: Readonly<Record<string, string>>
}

export type Signal = 'traces' | 'metrics'

type Item = { readonly signal: Signal; readonly body: string; readonly count: number }

const MOST_WAITING = 64
const LAST_WAIT_MS = 1000

export class Exporter {
  readonly #destination: Destination
  readonly #complain: (why: string) => void
  readonly #waiting: Item[] = []
  #sending: Promise<void> | null = null
  #posted: Posted | null = null
  #isLate = false
  #dropped = 0
  #why = ''

  constructor(destination: Destination, complain: (why: string) => void) {
    this.#destination = destination
    this.#complain = complain
  }

  /** `count` is the number of spans or metrics in the body. */
  add(signal: Signal, body: object, count: number): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#drop(count, 'the collector is too slow')
      return
    }
    this.#waiting.push({ signal, body: JSON.stringify(body), count })
    this.#sending ??= this.#sendAll()
  }

  /** X1. Reports how much was dropped. */
  async end(): Promise<void> {
    const late = setTimeout(() => this.#giveUp(), LAST_WAIT_MS)
    await this.#sending
    clearTimeout(late)
    if (this.#dropped > 0) this.#complain(`telemetry: ${this.#dropped} items were dropped: ${this.#why}`)
  }

  /** Sends items together that are added at the same moment, such as a trace and its metrics. */
  async #sendAll(): Promise<void> {
    await Promise.resolve()
    while (this.#waiting.length > 0 && !this.#isLate) await this.#send(this.#waiting.splice(0))
    this.#sending = null
    for (const { count } of this.#waiting.splice(0)) this.#drop(count, 'the collector is too slow')
  }

  async #send(items: readonly Item[]): Promise<void> {
    const posts = items.map(({ signal, body }) => ({ path: `/v1/${signal}`, body }))
    this.#posted = posted(posts, this.#destination)
    const statuses = await this.#posted.statuses
    statuses.forEach((status, at) => {
      const { count = 0 } = items[at] ?? {}
      if (status === null)
        this.#drop(count, `the collector ${this.#isLate ? 'did not answer' : 'cannot be reached'}`)
      else if (status > 299) this.#drop(count, `the collector answered ${status}`)
    })
    const rest = items.slice(statuses.length)
    if (rest.length > 0) await this.#send(rest)
  }

  /** X1. */
  #giveUp(): void {
    this.#isLate = true
    this.#posted?.stop()
  }

  #drop(count: number, why: string): void {
    this.#dropped += count
    this.#why = why
  }
}
