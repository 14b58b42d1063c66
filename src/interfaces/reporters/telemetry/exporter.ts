/**
 * Sends telemetry to a collector.
 *
 * X1 Nothing waits for it but the end of the command, and that a second at most. X2 The queue is bounded: what does not fit
 * and what the collector does not take is dropped, counted, and said once.
 */
import { posted } from './posted.ts'

export type Destination = {
  /** Without `/v1/traces`. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
}

export type Signal = 'traces' | 'metrics'

type Item = { readonly signal: Signal; readonly body: string; readonly count: number }

const MOST_WAITING = 64
const ANSWER_MS = 3000
const LAST_WAIT_MS = 1000

export class Exporter {
  readonly #destination: Destination
  readonly #complain: (why: string) => void
  readonly #stop = new AbortController()
  readonly #waiting: Item[] = []
  /** Traces and metrics do not wait for each other. */
  readonly #sending = new Map<Signal, Promise<void>>()
  #dropped = 0
  #why = ''

  constructor(destination: Destination, complain: (why: string) => void) {
    this.#destination = destination
    this.#complain = complain
  }

  /** `count` is how many spans or numbers it holds. */
  add(signal: Signal, body: object, count: number): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#drop(count, 'the collector is too slow')
      return
    }
    this.#waiting.push({ signal, body: JSON.stringify(body), count })
    if (!this.#sending.has(signal)) this.#sending.set(signal, this.#sendAll(signal))
  }

  /** X1. Says how much was dropped. */
  async end(): Promise<void> {
    const late = setTimeout(() => this.#stop.abort(), LAST_WAIT_MS)
    await Promise.all(this.#sending.values())
    clearTimeout(late)
    if (this.#dropped > 0) this.#complain(`telemetry: ${this.#dropped} items were dropped: ${this.#why}`)
  }

  async #sendAll(signal: Signal): Promise<void> {
    for (let item = this.#next(signal); item !== undefined; item = this.#next(signal)) await this.#send(item)
    this.#sending.delete(signal)
  }

  #next(signal: Signal): Item | undefined {
    const at = this.#waiting.findIndex((item) => item.signal === signal)
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0]
  }

  async #send({ signal, body, count }: Item): Promise<void> {
    const { endpoint, headers } = this.#destination
    const stop = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(ANSWER_MS)])
    try {
      const status = await posted(new URL(`${endpoint}/v1/${signal}`), { headers, body, stop })
      if (status < 200 || status > 299) this.#drop(count, `the collector answered ${status}`)
    } catch {
      // Refused, late or cut off: whichever it was, the collector is away.
      this.#drop(count, 'the collector cannot be reached')
    }
  }

  #drop(count: number, why: string): void {
    this.#dropped += count
    this.#why = why
  }
}
