/**
 * When visible questions are asked again, all of them together.
 *
 * A1 Every time the connection is back, and after every action, each visible question is asked again. A2 A question
 * that failed for a passing cause is asked again for as long as its failure is shown (see `Trouble`).
 */
import { useEffect, useState } from 'preact/hooks'

let round = 0
const listeners = new Set<() => void>()

export function askAgain(): void {
  round += 1
  for (const listener of listeners) listener()
}

/** Another number whenever a visible question is to be asked again. */
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
