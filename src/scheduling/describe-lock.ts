import type { LockRecord } from '../record/card-state.ts'

/** Says which lock a task waits for. */
export function describeLock({ kind, subject, task }: LockRecord): string {
  switch (kind) {
    case 'card':
      return `task ${task} holds the card ${subject}`
    case 'phase':
      return `task ${task} works on ${subject}`
    case 'tree':
      return `task ${task} works in the same work tree`
  }
}
