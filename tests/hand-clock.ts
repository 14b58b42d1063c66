import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../src/scheduling/sleep-until.ts'

type Sleeper = { readonly untilMs: number; readonly wake: (isOver: boolean) => void }

/** A clock that a test moves. Agents read its seconds from a file. */
export class HandClock implements Clock {
  #nowMs: number
  #sleepers: readonly Sleeper[] = []
  readonly #file: string

  constructor(start: Date, file: string) {
    this.#nowMs = start.getTime()
    this.#file = file
    this.#show()
  }

  readonly now = (): Date => new Date(this.#nowMs)

  readonly nap = (ms: number, signal: AbortSignal): Promise<boolean> =>
    new Promise((wake) => {
      this.#sleepers = [...this.#sleepers, { untilMs: this.#nowMs + ms, wake }]
      signal.addEventListener('abort', () => wake(false), { once: true })
    })

  /** Moves the clock, wakes all sleepers that are due, and waits until one sleeps again or `over` resolves. */
  async moveTo(instant: Date, over: Promise<unknown>): Promise<void> {
    this.#nowMs = instant.getTime()
    this.#show()
    const awake = this.#sleepers.filter(({ untilMs }) => untilMs <= this.#nowMs)
    this.#sleepers = this.#sleepers.filter((sleeper) => !awake.includes(sleeper))
    for (const { wake } of awake) wake(true)
    await this.settled(over)
  }

  /** Waits until a sleeper exists or `over` resolves. */
  async settled(over: Promise<unknown>): Promise<void> {
    while (this.#sleepers.length === 0) {
      const isOver = await Promise.race([over.then(() => true), pause(10, false)])
      if (isOver) return
    }
  }

  #show(): void {
    writeFileSync(this.#file, `${Math.floor(this.#nowMs / 1000)}\n`)
  }
}
