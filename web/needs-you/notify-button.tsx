import type { VNode } from 'preact'
import { toggleNotices, useNotices, type Notices } from '../notices.ts'
import { Icon } from '../parts/icon.tsx'

const WORDS: Readonly<Record<Notices, string>> = {
  off: 'Notify me',
  on: 'Notifications are on',
  blocked: 'Notifications are blocked',
  impossible: '',
}

/** Asks the browser for permission, and only then. */
export function NotifyButton(): VNode | null {
  const now = useNotices()
  if (now === 'impossible') return null
  return (
    <button
      type="button"
      class="b bare"
      aria-pressed={now === 'on'}
      title="A notification of this browser when something new needs you, once for each cause"
      onClick={() => void toggleNotices()}
    >
      <Icon name="bell" />
      {WORDS[now]}
    </button>
  )
}
