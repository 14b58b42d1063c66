import type { LockRecord } from '../record/card-state.ts'

/** What somebody waits for who cannot have it yet. */
export function describeLock({ kind, subject, task }: LockRecord): string {
  switch (kind) {
    case 'card':
      return `task ${task} holds the card ${subject}`
    case 'phase':
      return `behind task ${task}, which works on ${subject}`
    case 'tree':
      return `behind task ${task} in the same work tree`
  }
}
