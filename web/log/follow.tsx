import type { VNode } from 'preact'
import { usePageKeys } from '../keys.ts'
import type { LogView } from './use-log.ts'

/** Shows new output as it comes. `f` does the same. Nothing follows a log that has ended. */
export function Follow({ view: { lines, isFollowing, follow } }: { readonly view: LogView }): VNode | null {
  const isLive = lines?.isLive === true
  usePageKeys(isLive ? { f: () => follow(!isFollowing) } : {})
  if (!isLive) return null
  return (
    <label class="follow">
      <input
        type="checkbox"
        checked={isFollowing}
        onChange={(event) => follow(event.currentTarget.checked)}
      />{' '}
      Follow
    </label>
  )
}
