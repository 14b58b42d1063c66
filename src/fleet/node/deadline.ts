/** The deadline after which no agent of this node may live (F4), in a file that the wrappers read. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MaydayError } from '../../errors.ts'
import { writeWhole } from '../../record/write-whole.ts'

/** Wrappers read this variable and remove it from the worker's environment. */
export const DEADLINE_VARIABLE = 'MAYDAY_DEADLINE'

/** The rest of the lease is the time to stop the agent before another node may start. */
const PART = 0.8

/** Seconds since boot. This clock is never set. */
export function uptimeS(): number {
  try {
    return Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0])
  } catch (error) {
    throw new MaydayError('NO_UPTIME', 'A node needs Linux: it reads /proc/uptime, which is not here.', {
      cause: error,
    })
  }
}

export class Deadline {
  readonly path: string
  readonly #leaseMs: number

  constructor(folder: string, leaseMs: number) {
    this.path = join(folder, 'deadline')
    this.#leaseMs = leaseMs
  }

  /** Counts from the time of the request, not of the answer. */
  move(askedAtS: number): void {
    writeWhole(this.path, `${(askedAtS + (this.#leaseMs * PART) / 1000).toFixed(2)}\n`, 'unsynced')
  }
}
