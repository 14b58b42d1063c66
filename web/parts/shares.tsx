/** Names with a bar and a number each. Every name leads somewhere. */
import type { ComponentChildren, VNode } from 'preact'

export type Share = {
  readonly name: string
  readonly value: number
  /** The number as words, if it is not a count. */
  readonly words?: string
  readonly href: string | null
  readonly mark?: ComponentChildren
}

type SharesProps = {
  readonly title: string
  readonly shares: readonly Share[]
  readonly most?: number
  /** Without bars, for names that are not compared. */
  readonly isPlain?: boolean
}

export function Shares({ title, shares, most = 8, isPlain = false }: SharesProps): VNode | null {
  if (shares.length === 0) return null
  const greatest = Math.max(Number.MIN_VALUE, ...shares.map(({ value }) => value))
  const rest = shares.length - most
  return (
    <section class="sec">
      <h2>{title}</h2>
      <ul class="shares">
        {shares.slice(0, most).map(({ name, value, words, href, mark }) => (
          <li key={name} class={isPlain ? 'share is-plain' : 'share'}>
            <span class="share-name">
              {mark}
              {href === null ? <span>{name}</span> : <a href={href}>{name}</a>}
            </span>
            {isPlain ? null : (
              <span class="m" aria-hidden="true">
                <i style={{ width: `${Math.max(2, (100 * value) / greatest)}%` }} />
              </span>
            )}
            <span class="n">{words ?? value.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p class="s dim">and {rest.toLocaleString('en')} more</p> : null}
    </section>
  )
}
