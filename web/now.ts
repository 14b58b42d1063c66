/** One clock for all countdowns: only the parts that show the time render again. */
import { useEffect, useState } from 'preact/hooks'
import { serverNow } from './live.ts'

const watchers = new Set<() => void>()

setInterval(() => {
  for (const watch of watchers) watch()
}, 1000)

/** The server's time, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const watch = (): void => setNow(serverNow())
    watchers.add(watch)
    return () => void watchers.delete(watch)
  }, [])
  // A part that renders for another reason shows the time of that render.
  return Math.max(now, serverNow())
}
