/**
 * Decides when visible queries are sent again, all together.
 *
 * A1 After each reconnect and after each action, every visible query is sent again.
 * A2 A query that failed for a temporary cause is sent again as long as its error is shown (see `Trouble`).
 */
import { useEffect, useState } from 'preact/hooks'

let round = 0
const listeners = new Set<() => void>()

export function askAgain(): void {
  round += 1
  for (const listener of listeners) listener()
}

/** A number that changes whenever visible queries must be sent again. */
export function useRound(): number {
  const [seen, setSeen] = useState(round)
  useEffect(() => {
    const look = (): void => setSeen(round)
    listeners.add(look)
    look()
    return () => void listeners.delete(look)
  }, [])
  return seen
}
