/** Where the reader is: `Work / Task #10 / Run 24`. */
import type { VNode } from 'preact'

export type Crumb = { readonly name: string; readonly href?: string }

export const Crumbs = ({ crumbs }: { readonly crumbs: readonly Crumb[] }): VNode => (
  <nav class="crumb" aria-label="Where you are">
    {crumbs.map(({ name, href }, at) => (
      <>
        {at === 0 ? null : <span aria-hidden="true">/</span>}
        {href === undefined ? <span>{name}</span> : <a href={href}>{name}</a>}
      </>
    ))}
  </nav>
)
