/** The instant after which no agent of this node may live (F4), in a file that the wrappers read. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MaydayError } from '../../errors.ts'
import { writeWhole } from '../../record/write-whole.ts'

/** Wrappers look for it, and hide it from the worker. */
export const DEADLINE_VARIABLE = 'MAYDAY_DEADLINE'

/** The rest of a lease is for stopping the agent before somebody else begins. */
const PART = 0.8

/** Seconds since the machine started: a clock that nobody sets. */
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

  /** From the instant at which the database was asked, not from its answer. */
  move(askedAtS: number): void {
    writeWhole(this.path, `${(askedAtS + (this.#leaseMs * PART) / 1000).toFixed(2)}\n`, 'unsynced')
  }
}
