/** Tabs that are links: each has an address. */
import type { VNode } from 'preact'

export type TabLink = {
  readonly name: string
  readonly href: string
  /** Small words after the name: `3 files`. */
  readonly note?: string | null
}

type TabsProps = { readonly label: string; readonly current: string; readonly tabs: readonly TabLink[] }

export const Tabs = ({ label, current, tabs }: TabsProps): VNode => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ name, href, note = null }) => (
      <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
        {name}
        {note === null ? null : <span>{note}</span>}
      </a>
    ))}
  </nav>
)
