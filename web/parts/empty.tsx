/** An empty page teaches the next step. */
import type { ComponentChildren, VNode } from 'preact'
import { Command } from './command.tsx'

export type Suggestion = { readonly does: string; readonly command: string }

type EmptyProps = {
  readonly title: string
  readonly children?: ComponentChildren
  readonly suggestions?: readonly Suggestion[]
}

export const Empty = ({ title, children, suggestions = [] }: EmptyProps): VNode => (
  <section class="empty">
    <h2>{title}</h2>
    {children === undefined ? null : <div class="sub">{children}</div>}
    {suggestions.map(({ does, command }) => (
      <div key={command} class="suggestion">
        <p class="s sub">{does}</p>
        <Command command={command} label={does} />
      </div>
    ))}
  </section>
)
