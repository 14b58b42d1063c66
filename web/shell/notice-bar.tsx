/** Below the bar of every page: what is shown is not the present, and what to do about it. */
import type { ComponentChildren, VNode } from 'preact'
import type { Live } from '../live.ts'
import { Icon } from '../parts/icon.tsx'
import { clock } from '../words.ts'

/** Without a state the page itself says what is wrong. */
export function NoticeBar({
  live: { connection, lostAtMs, isOutdated, state },
}: {
  live: Live
}): VNode | null {
  if (state === null) return null
  if (connection === 'lost' && lostAtMs !== null)
    return (
      <Notice>
        No answer since {clock(new Date(lostAtMs))}: this page shows how things were then. Running tasks go
        on. If the board has ended, start it again: <code>mayday board</code>
      </Notice>
    )
  if (connection === 'denied')
    return (
      <Notice>
        This board has a new key. Open the address that <code>mayday board</code> printed.
      </Notice>
    )
  if (!isOutdated) return null
  return (
    <Notice>
      <span class="grow">Mayday was updated, and this page is of the version before.</span>
      <button type="button" class="b" onClick={() => location.reload()}>
        Load the new page
      </button>
    </Notice>
  )
}

const Notice = ({ children }: { readonly children: ComponentChildren }): VNode => (
  <section class="notice-bar" aria-label="About this page">
    <Icon name="need" />
    <p class="grow">{children}</p>
  </section>
)
