/** One clock for everything that counts: each part of the page that shows it draws itself again, and nothing else. */
import { useEffect, useState } from 'preact/hooks'
import { serverNow } from './live.ts'

const watchers = new Set<() => void>()

setInterval(() => {
  for (const watch of watchers) watch()
}, 1000)

/** The server's time, again each second. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const watch = (): void => setNow(serverNow())
    watchers.add(watch)
    return () => void watchers.delete(watch)
  }, [])
  // A part that is drawn for another cause shows the time of that moment.
  return Math.max(now, serverNow())
}
