import type { Retrying } from './activity.ts'
import { isCount } from './run-figures.ts'
import type { Detail } from './signal.ts'

/** The request that the agent retries now. */
export class Retries {
  current: Retrying | null = null
  #notices = 0

  /** Adds a retry notice. `shown` makes its words safe to display. */
  note({ status, code, retry }: Detail, shown: (text: string) => string): void {
    if (retry === undefined) return
    this.#notices += 1
    this.current = {
      notice: this.#notices,
      status: isCount(status) ? status : null,
      code: code === undefined ? null : shown(code),
      attempt: wholeOf(retry.attempt) ?? (this.current?.attempt ?? 0) + 1,
      of: wholeOf(retry.of),
      nextMs: wholeOf(retry.delayMs),
    }
  }
}

const wholeOf = (value: unknown): number | null => (isCount(value) ? Math.round(value) : null)
